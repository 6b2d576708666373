"""Making books: counting games, merging entries, sorting more entries than memory holds."""
