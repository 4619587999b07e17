"""Grid: a robot carries keys through a grid in which some places are locked."""
