"""Other people's tables and keystrokes as what they say of a collection."""
