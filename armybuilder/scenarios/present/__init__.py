"""Scenarios between rows, the rules and pages."""
