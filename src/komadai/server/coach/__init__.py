"""The coach, who helps a player against the computer."""
