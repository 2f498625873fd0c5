"""Battle groups and event formats for programs."""
