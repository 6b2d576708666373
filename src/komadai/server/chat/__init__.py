"""The chat of players and spectators during a game. It is not part of the game's log."""
