"""Tournaments on this server: entries, pairings, games between two players, the arbiter's desk, tables."""
