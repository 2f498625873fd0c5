"""The rows of the catalogue and of a person's collection."""
