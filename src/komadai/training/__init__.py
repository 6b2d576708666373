"""Learning from games: networks that evaluate positions, and the weights of the hand-made evaluation.

Needs the ``train`` extra (NumPy and SciPy). :mod:`~komadai.training.trainer` trains a network on files of
positions, and :mod:`~komadai.training.network_file` reads and writes networks.
:mod:`~komadai.training.generation` makes the positions by self-play, :mod:`~komadai.training.datasets` and
:mod:`~komadai.training.data_files` work with their files, :mod:`~komadai.training.job_queue` and
:mod:`~komadai.training.run` do all of it in the background. The command is ``komadai train``.
For the hand-made evaluation, :mod:`~komadai.training.selfplay` lets the engine play against itself, and
:mod:`~komadai.training.fit` makes a file of weights from games; both are also commands
(``python -m komadai.training.selfplay``, ``python -m komadai.training.fit``). A module is imported when it is
first used: ``komadai.training.weights.Weights``.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from komadai.training import (
        checkpoint,
        data_files,
        datasets,
        dispatch,
        examples,
        features,
        fit,
        float_network,
        games,
        generation,
        job_queue,
        learning_curve,
        loss,
        model,
        network_file,
        psv_files,
        quiet,
        rescore,
        run,
        selfplay,
        shuffled_order,
        step,
        torch_step,
        trainer,
        training_log,
        tuning,
        weights,
    )

__all__ = [
    "checkpoint",
    "data_files",
    "datasets",
    "dispatch",
    "examples",
    "features",
    "fit",
    "float_network",
    "games",
    "generation",
    "job_queue",
    "learning_curve",
    "loss",
    "model",
    "network_file",
    "psv_files",
    "quiet",
    "rescore",
    "run",
    "selfplay",
    "shuffled_order",
    "step",
    "torch_step",
    "trainer",
    "training_log",
    "tuning",
    "weights",
]

_EXTRAS = {"numpy": "train", "scipy": "train", "torch": "torch"}
"""The extra that has a package."""

if not TYPE_CHECKING:  # a type checker must go on complaining about names that are not there

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module 'komadai.training' has no attribute {name!r}")
        try:
            return import_module(f"komadai.training.{name}")
        except ModuleNotFoundError as error:
            extra = _EXTRAS.get(error.name or "")
            if extra is None:
                raise
            from komadai.errors import MissingPackageError

            raise MissingPackageError(
                f"komadai.training needs {error.name}: pip install 'komadai[{extra}]'"
            ) from error
