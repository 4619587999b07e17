"""Ferry: a ferry takes cars to their places, one car at a time."""
