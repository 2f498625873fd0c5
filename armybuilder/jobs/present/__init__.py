"""How far work is, as pages show it."""
