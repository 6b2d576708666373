"""Finds the pieces that the side to move loses if it does nothing about it."""
