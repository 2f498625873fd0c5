"""Pages of match-ups and fair fights."""
