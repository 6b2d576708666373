"""Arenas."""
