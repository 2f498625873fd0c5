"""The games for programs: the same words, rulings and calculators as on the pages."""
