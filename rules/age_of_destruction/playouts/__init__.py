"""Whole games with everything the catalogue holds, played to find what breaks and what never
happens."""
