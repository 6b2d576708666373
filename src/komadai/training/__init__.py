"""Learning from games: self-play, data sets, the fit of the evaluation's weights.

Needs the ``train`` extra (NumPy and SciPy). :mod:`~komadai.training.selfplay` lets the engine play itself,
:mod:`~komadai.training.fit` makes a file of weights from games; both are also commands
(``python -m komadai.training.selfplay``, ``python -m komadai.training.fit``).
"""
