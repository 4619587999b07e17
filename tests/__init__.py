"""The tests; a package of its own, since others of that name may be installed."""
