"""What agents act on instead of PDDL: a sandbox for their code, worlds in words."""
