"""The whole of a site in one file, and a site out of such a file: every table, the photos, the key.

The file is a ZIP: `manifest.json` names the migrations the tables follow and, for each table and
file, how much there is and its SHA-256; `tables/NAME.jsonl` holds a row a line in the order of the
keys, in a form that SQLite and PostgreSQL read alike; `media/…` and `secret_key` are as they were.
"""
