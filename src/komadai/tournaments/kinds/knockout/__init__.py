"""Knockouts."""
