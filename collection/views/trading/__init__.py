"""Pages of wish and trade lists, of matches, and of proposed trades."""
