"""Changing collections."""
