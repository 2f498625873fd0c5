"""Reading collections."""
