"""Who sits where: seats given away by a link, and links to watch by."""
