"""Answers from elsewhere: read, carried out and graded."""
