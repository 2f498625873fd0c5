"""Pages about long work, and the part of other pages that shows how far it is."""
