"""What is composed of several rooms, above all of them."""
