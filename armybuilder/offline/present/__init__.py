"""What came back, in words."""
