"""The tests. A package, so that one of another name in the environment does not hide it."""
