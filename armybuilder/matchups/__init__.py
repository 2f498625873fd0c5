"""Two battle groups let fight many times, and two made to be as good as each other."""
