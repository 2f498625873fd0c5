"""Scenarios people draw, keep, share and play."""
