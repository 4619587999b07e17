"""What is made of a domain before its first episode: tasks, example, texts, reference plans."""
