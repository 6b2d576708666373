"""How long the famous mate problems take, how many of the old books are solved, how many short ones a second.

The problems lie beside a checkout of the makers, not in it; without them nothing is measured.
"""
