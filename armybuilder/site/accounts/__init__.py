"""Accounts: sign-up and sign-in, the profile, language and theme."""
