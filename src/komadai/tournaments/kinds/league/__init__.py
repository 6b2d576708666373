"""Leagues by correspondence."""
