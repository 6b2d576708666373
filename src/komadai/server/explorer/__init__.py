"""The moves that games played in a position: the server's own games and databases of its operator."""
