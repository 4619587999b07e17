"""PDDL to natural, lossless English, and back."""
