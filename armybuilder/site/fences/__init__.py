"""What one process of the site takes on at once, and what it refuses before a view is asked.

`gate` stands before Django, whatever server it runs in; `connections` belongs to the server that
`manage.py start` runs.
"""
