"""What collections want and would give: lists by link, matches between people, proposed trades."""
