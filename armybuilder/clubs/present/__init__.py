"""From rows of clubs to what a page prints."""
