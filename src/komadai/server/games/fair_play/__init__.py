"""Refuses help to a player in a game against a person: the calls that help, and the positions they are
about."""
