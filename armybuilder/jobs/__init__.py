"""Long work beside the pages: asked for, carried out in pieces, kept by its content."""
