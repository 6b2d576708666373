"""Self-play that makes training data: games with a score for each move, and the quiet positions in them.

:func:`~komadai.training.generation.generate.generate` plays games in parallel and writes the data set;
``komadai train generate`` is the command.
"""
