"""From rows of a collection to what a page prints."""
