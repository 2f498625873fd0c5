"""What is played and what came of it, from values of the rules to what pages print."""
