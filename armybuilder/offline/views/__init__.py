"""Pages and addresses of taking along and coming back."""
