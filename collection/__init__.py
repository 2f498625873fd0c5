"""The catalogue of sets, figures and cards, and what a person owns of it."""
