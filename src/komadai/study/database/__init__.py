"""Game databases: a folder with a table of games (SQLite) and an index of their positions."""
