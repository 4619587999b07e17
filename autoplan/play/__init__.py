"""Playing episodes: who plays, several at once, judged and kept; `evaluate` is the whole run."""
