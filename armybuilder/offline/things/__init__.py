"""What can be taken along: each kind of thing in a module of its own."""
