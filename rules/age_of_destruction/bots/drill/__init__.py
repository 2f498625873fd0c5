"""What a drilled commander looks at: features of orders, cheap to count, and learned weights."""
