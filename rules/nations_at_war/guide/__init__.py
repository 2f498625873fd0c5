"""What people may do in a position, and what it would take: ways, checks, menus."""
