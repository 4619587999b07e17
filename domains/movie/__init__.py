"""Movie: snacks are got and the video tape is made ready for an evening at home."""
