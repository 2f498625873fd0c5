"""What is asked and answered at the table."""
