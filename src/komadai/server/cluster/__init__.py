"""Several processes on one database: their lives, the owners of games, presence, messages."""
