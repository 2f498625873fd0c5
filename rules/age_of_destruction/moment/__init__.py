"""What is true now, read-only: the state seen through its set-up, where abilities meet the game."""
