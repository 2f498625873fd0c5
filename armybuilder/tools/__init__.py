"""What runs, starts, measures and looks after the site, and is no part of its pages."""
