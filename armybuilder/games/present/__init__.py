"""From systems of the rules to what pages of games print."""
