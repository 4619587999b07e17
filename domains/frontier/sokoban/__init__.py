"""A player pushes stones through a maze to marked places."""
