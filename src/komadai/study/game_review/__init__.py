"""The review of a game: every position evaluated, every move judged, mistakes explained in words."""
