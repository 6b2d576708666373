"""Several processes on one database: who lives, who keeps which game, who is here; their messages."""
