"""A game between two sides as a pure state machine.

Events, commands, refusals. Used by the server and the terminal.
"""
