"""The rules for names of accounts, and for names that are shown."""
