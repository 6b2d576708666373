"""`komadai variants`: the games of the shogi family."""
