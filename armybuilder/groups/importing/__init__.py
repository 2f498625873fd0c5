"""Battle groups from files and text of any kind, read line by line and built after a look at them.

`sources` turns bytes into text, `reading` finds out which form the text has and reads it,
`assembly` builds a document of what was read and what a person chose on the preview. Nothing is
refused but a file no program could read: a line that makes no sense is kept and told.
"""
