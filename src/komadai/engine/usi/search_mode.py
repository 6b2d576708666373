"""The choice between the searches: the options SearchMode and TransitionFile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from komadai.engine.usi.options import Settings

OPTIONS: Final = ("SearchMode", "TransitionFile")


def transition_counts(settings: Settings) -> tuple[tuple[int, int], ...] | None:
    """The argument of ``Search.set_transitions``: for realization probability the counts of TransitionFile,
    or of the table that comes with the engine; None for the other searches.

    The file is read in all cases. Raises TransitionsFileError, OSError.
    """
    from komadai.engine.transitions import SHIPPED, Transitions

    path, mode = settings.text("TransitionFile"), settings.text("SearchMode")
    table = Transitions.load(path or SHIPPED)
    return table.counts if mode == "RealizationProbability" else None
