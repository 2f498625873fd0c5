"""The report of a finished battle as a file: a text, or a PDF with pictures."""
