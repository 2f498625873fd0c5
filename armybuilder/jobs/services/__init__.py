"""What changes jobs: asking for them, carrying them out, looking after them."""
