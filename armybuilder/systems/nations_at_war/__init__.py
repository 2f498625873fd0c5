"""Nations At War: its map, its cup and what people type from charts of their own."""
