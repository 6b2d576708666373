"""Figures of a game for moderators: a hint that a player was helped, never a proof."""
