"""Goldminer: a robot digs through rock to the gold, without destroying it."""
