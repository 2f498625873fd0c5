"""Battle groups and event formats."""
