"""The paper's tables, with results of one's own beside the published numbers."""
