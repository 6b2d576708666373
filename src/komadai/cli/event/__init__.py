"""``komadai event``: a tournament over the board, in a file."""
