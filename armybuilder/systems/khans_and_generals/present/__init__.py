"""What pages of the game show."""
