"""The site: its settings, accounts, battle groups and skirmishes."""
