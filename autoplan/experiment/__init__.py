"""What is to be played: the experiment as the user asks for it, its matrix, its benchmarks."""
