"""Age of Destruction at the table: its own pages, lessons and set-up from battle groups."""
