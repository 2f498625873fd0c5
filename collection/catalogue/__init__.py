"""Figures, cards and rules of the games: finding, showing, entering them."""
