"""Scenarios for programs."""
