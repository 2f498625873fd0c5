"""What pages of Nations At War show."""
