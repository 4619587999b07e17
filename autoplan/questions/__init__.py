"""Questions about action and change with proved answers: made, asked, read and graded."""
