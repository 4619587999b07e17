"""What an experiment would cost, found by playing it with answers made of reference plans."""
