"""The games of the site: a page of each, and their calculators for a table with real dice."""
