"""What players and spectators say to each other during a game. It is not part of the game's log."""
