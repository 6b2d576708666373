"""A position and a move as the page sees and sends them, for games, records and mate problems alike."""
