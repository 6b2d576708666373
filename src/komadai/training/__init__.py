"""Learning from games: networks that evaluate positions, and the weights of the handmade evaluation.

Needs the ``train`` extra (NumPy). :mod:`~komadai.training.trainer` trains a network on files of
positions, and :mod:`~komadai.training.network_file` reads and writes networks.
:mod:`~komadai.training.generation` makes the positions by self-play, :mod:`~komadai.training.datasets` and
:mod:`~komadai.training.data_files` work with their files, :mod:`~komadai.training.job_queue` and
:mod:`~komadai.training.run` do all of it in the background. The command is ``komadai train``.
:mod:`~komadai.training.weight_fit` fits the weights of the handmade evaluation. A module is imported when it
is first used: ``komadai.training.weights.Weights``.
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
        features,
        float_network,
        generation,
        job_queue,
        learning_curve,
        loss,
        network_file,
        psv_files,
        quiet,
        rescore,
        run,
        shuffled_order,
        step,
        stream,
        torch_step,
        trainer,
        training_log,
        tuning,
        weight_fit,
        weight_model,
        weights,
    )

__all__ = [
    "checkpoint",
    "data_files",
    "datasets",
    "dispatch",
    "features",
    "float_network",
    "generation",
    "job_queue",
    "learning_curve",
    "loss",
    "network_file",
    "psv_files",
    "quiet",
    "rescore",
    "run",
    "shuffled_order",
    "step",
    "stream",
    "torch_step",
    "trainer",
    "training_log",
    "tuning",
    "weight_fit",
    "weight_model",
    "weights",
]

if not TYPE_CHECKING:  # a type checker must go on complaining about names that are not there

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module 'komadai.training' has no attribute {name!r}")
        return import_module(f"komadai.training.{name}")
