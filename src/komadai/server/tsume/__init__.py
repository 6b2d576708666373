"""Mate problems on the page: selection, move checking, progress, solving jobs, calls."""
