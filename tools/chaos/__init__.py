"""Kills a server again and again while games are played, and checks that nothing acknowledged is lost."""
