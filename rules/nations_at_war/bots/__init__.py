"""Commanders: they draw, move, load and attack, and leave every result to people."""
