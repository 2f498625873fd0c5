"""Collections through the API: pieces, changes, history, import and export."""
