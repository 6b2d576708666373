"""What all kinds of tournaments have: players, rounds, results, claims, standings, table."""
