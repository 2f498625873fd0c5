"""What people type, checked before anything is done with it."""
