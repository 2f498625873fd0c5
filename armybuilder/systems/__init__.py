"""What one game alone needs of the site, a room a game."""
