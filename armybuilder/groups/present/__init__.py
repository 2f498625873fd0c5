"""Where the site meets the rules: one module a subject."""
