"""Engines on people's own machines, which bridges offer for the analysis of their owners alone."""
