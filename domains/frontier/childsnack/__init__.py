"""Children wait at tables for sandwiches, some of them without gluten."""
