"""What measures the rules, and plays contests in many processes."""
