"""From the rules' values to what a page prints."""
