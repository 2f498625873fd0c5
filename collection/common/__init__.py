"""What the rooms of both apps share: languages, names, limits, tables from strangers."""
