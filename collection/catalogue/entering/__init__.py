"""How owners complete and correct the catalogue: workbooks, proposals, what editors accept."""
