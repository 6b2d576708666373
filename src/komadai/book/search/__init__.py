"""Books by search: minimax over the graph of a book, perpetual check, expansion."""
