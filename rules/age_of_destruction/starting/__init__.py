"""A first list: figures measured, ways to fight as data, and legal groups dealt from both."""
