"""The room of Warzone: a workshop for its movement chapter."""
