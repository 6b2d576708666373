"""Clients of USI engines: asynchronous, blocking, and for analysis."""
