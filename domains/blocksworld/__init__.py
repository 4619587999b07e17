"""Blocksworld: a hand rearranges towers of blocks, one block at a time."""
