"""Answers and plans from elsewhere: read, carried out and graded."""
