"""What people ask of a game of Nations At War."""
