"""What the API adds for members, and the page that explains it."""
