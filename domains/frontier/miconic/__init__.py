"""A lift takes passengers to their floors."""
