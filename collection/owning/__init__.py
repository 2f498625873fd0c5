"""What people own: counts and copies, wants and loans, with a history that can be undone."""
