"""USI's words as values: options, limits, info lines, positions."""
