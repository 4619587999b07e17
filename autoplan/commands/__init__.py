"""One module a command of `autoplan`: its options, its help, and what it runs."""
