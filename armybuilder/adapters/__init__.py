"""Where the site meets the rules: one module a subject, and everything the rest may ask for."""
