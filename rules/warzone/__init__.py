"""Warzone as far as its document goes: the movement chapter.

Line of sight, waiting, attacks, wounds and terrain costs belong to other chapters; they are handed
in by whoever plays and never guessed.
"""
