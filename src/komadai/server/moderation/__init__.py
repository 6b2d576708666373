"""Reports and acts of moderators and administrators, and the figures of a game: a hint that a player was
helped, never a proof."""
