"""What people report of what others wrote, and what moderators decide on it."""
