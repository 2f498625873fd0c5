"""The site on a device without a network: what is taken along, and coming back with it."""
