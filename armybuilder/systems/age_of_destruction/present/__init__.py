"""Skirmishes between the rows of the site and the rules: reading, playing, and plain values."""
