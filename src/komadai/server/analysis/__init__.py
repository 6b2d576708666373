"""Live analysis of a position by one or two engines."""
