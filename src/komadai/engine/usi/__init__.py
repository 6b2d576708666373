"""Our own USI engine: the server, its options, time management and move choice."""
