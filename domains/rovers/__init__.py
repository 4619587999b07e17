"""Rovers: rovers explore a planet and report to a lander what they found."""
