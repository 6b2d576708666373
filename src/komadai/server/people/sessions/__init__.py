"""Finds the person a request comes from."""
