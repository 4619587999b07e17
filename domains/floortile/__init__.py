"""Floortile: robots paint the tiles of a floor and must not step on painted ones."""
