"""Requests that arrive at the same moment at two processes of the site, on either database."""
