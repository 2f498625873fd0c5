"""What is printed: figures, cards, the tables they refer to, and the catalogue of them all."""
