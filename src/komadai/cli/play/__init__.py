"""`komadai play`: a game in the terminal."""
