"""The games in memory: commands, clocks, and who is watching."""
