"""Notices to devices whose owners asked for them, where nobody has a page open (Web Push)."""
