"""The reading room over HTTP: glossary, history, famous games, shogi beside chess, books."""
