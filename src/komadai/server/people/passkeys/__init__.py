"""Passkeys: logins without a password."""
