"""Studies of single papers, each beside its published table."""
