"""One module per group; each has `cases`, which draws a few odd inputs of one kind."""
