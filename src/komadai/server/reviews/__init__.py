"""Reviews of games: the job, its wire types, its calls and its files."""
