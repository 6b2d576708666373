"""The parts of all kinds of tournaments: players, rounds, results, claims, standings, table."""
