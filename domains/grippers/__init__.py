"""Grippers: robots with two grippers each carry objects from room to room."""
