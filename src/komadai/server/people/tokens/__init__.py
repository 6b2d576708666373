"""Tokens of programs that act for an account."""
