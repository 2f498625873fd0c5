"""Certificates: the verdict of this site on a list, signed, so that any paper may bear it.

`writing` is the text and what is signed of it, `keys` the keys of the site, `judging` makes one of
a sheet and says what one is worth today.
"""
