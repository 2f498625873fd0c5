"""Tables from strangers: files and pasted text become lines of cells, and headings columns.

`files.read_file` and `files.read_text` give tables, `headings.find_header` says where which column
stands, `columns` knows what people call the columns of pieces, and `cells` reads single values.
Nothing here raises for what a table says, only a `RefusedFile` for one that cannot be read at all.
"""
