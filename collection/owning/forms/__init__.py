"""What people type about their pieces."""
