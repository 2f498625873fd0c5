"""Plain data without rules: the set-up, the state, what happens, and the state after it."""
