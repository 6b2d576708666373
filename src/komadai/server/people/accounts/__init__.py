"""Registering, logging in and out, passwords, and the end of an account."""
