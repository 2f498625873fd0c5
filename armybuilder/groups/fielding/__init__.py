"""What battle groups need, what there is for them, and which can stand together: pure values."""
