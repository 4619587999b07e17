"""What is kept of an experiment: records of episodes, the database, tables and frames of it."""
