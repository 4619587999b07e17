"""The tools that an agent's code may call."""
