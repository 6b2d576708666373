"""Learning from games: self-play, data sets, the fit of the evaluation's weights.

Needs the ``train`` extra (NumPy and SciPy). :mod:`~komadai.training.selfplay` lets the engine play against
itself, :mod:`~komadai.training.fit` makes a file of weights from games; both are also commands
(``python -m komadai.training.selfplay``, ``python -m komadai.training.fit``). A module is imported when it is
first used: ``komadai.training.weights.Weights``.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from komadai.training import examples, fit, games, model, selfplay, weights

__all__ = ["examples", "fit", "games", "model", "selfplay", "weights"]

if not TYPE_CHECKING:  # a type checker must go on complaining about names that are not there

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module 'komadai.training' has no attribute {name!r}")
        try:
            return import_module(f"komadai.training.{name}")
        except ModuleNotFoundError as error:
            if error.name not in ("numpy", "scipy"):
                raise
            from komadai.errors import MissingPackageError

            raise MissingPackageError(
                f"komadai.training needs {error.name}: pip install 'komadai[train]'"
            ) from error
