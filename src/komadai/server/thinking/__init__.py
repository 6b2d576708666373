"""How the program thinks about a position: searches in several modes, side by side."""
