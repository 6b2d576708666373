"""Simultaneous displays (多面指し)."""
