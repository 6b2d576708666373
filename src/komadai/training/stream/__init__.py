"""A stream of games from which a network learns: players, a window of positions, a trainer, matches.

:class:`~komadai.training.stream.stream.Stream` does all of it in one folder, without an end of its own but
the last step; ``komadai train stream`` is the command.
"""
