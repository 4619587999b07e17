"""Visitall: a robot on a grid has to have been at the given places."""
