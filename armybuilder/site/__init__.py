"""The frame around every page: accounts, languages, errors, fences."""
