"""Who has nothing to do with whom. Whoever is blocked does not reach the other anywhere and is told
nothing of it; every room asks here."""
