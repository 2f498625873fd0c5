"""Skirmishes on the site."""
