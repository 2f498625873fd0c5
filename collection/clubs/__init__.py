"""Clubs: their members, and what they lend each other for an evening."""
