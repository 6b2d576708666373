"""A game between two players as a pure state machine.

Events, commands and errors. Used by the server and the terminal.
"""
