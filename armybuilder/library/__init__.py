"""Units people enter for games whose files carry their own, and the models they own of any unit."""
