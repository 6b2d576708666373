"""Positions and moves on the wire, for games, records and mate problems."""
