"""What pages of the library show, and what they ask of the rules."""
