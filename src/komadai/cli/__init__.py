"""The command line: a terminal's way to everything the other rooms do."""
