"""Nations At War as far as its document goes: cup, impulses, command, rally, movement, transport.

What the document leaves out (combat, line of sight, terrain costs, victory) is handed in by whoever
plays and never guessed.
"""
