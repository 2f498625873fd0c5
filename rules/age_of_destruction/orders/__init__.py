"""Orders: why not, which ones, and what comes of them."""
