"""Studies: chapters that several people edit at once, and going over a game together after its end."""
