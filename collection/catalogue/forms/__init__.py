"""What people type when they search and try out."""
