"""Study on the page: names of what happens in a game."""
