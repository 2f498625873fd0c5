"""Skirmishes for programs: the same games, orders and records as on the pages."""
