"""One module per command on agents and their worlds."""
