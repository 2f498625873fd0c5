"""What the workshop answers."""
