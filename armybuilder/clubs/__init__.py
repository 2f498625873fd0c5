"""Clubs, their evenings, and trading among their members."""
