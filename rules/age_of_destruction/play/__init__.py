"""A game from its files to its winner: turns, set-up, saves."""
