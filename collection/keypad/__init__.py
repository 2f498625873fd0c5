"""Entering pieces by typing their numbers, one line after another."""
