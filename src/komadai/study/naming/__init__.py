"""Names of what happens in a game: castles, openings, attacks."""
