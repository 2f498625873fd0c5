"""Khans & Generals at the table: battles from two armies, lessons, its own pages."""
