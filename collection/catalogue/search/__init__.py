"""Finding figures by what people type: words and terms such as `points<50` or `has:evade`."""
