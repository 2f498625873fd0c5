"""What the site writes: one short transaction for each thing a person does."""
