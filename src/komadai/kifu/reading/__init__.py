"""Code shared by the readers of all formats.

Encodings, blocks, zip archives, visitors, the state of a reader within a game.
"""
