"""A man picks up spanners on a one-way path, and tightens nuts at its end."""
