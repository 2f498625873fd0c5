"""Pages that are composed of several rooms."""
