"""What the site reads, each with the queries it needs."""
