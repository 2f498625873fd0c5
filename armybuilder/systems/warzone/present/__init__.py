"""Values of the rules as the pages of the workshop print them."""
