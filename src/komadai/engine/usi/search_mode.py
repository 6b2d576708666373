"""Which of the two searches thinks: the options SearchMode and TransitionFile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from komadai.engine.usi.options import Settings

OPTIONS: Final = ("SearchMode", "TransitionFile")


def transition_counts(settings: Settings) -> tuple[tuple[int, int], ...] | None:
    """What ``Search.set_transitions`` takes: the counts of the named table (else of the one that comes with
    the engine) if the search is to go by realization probability, None if by principal variation.

    The file is read in any case. Raises TransitionsFileError, OSError.
    """
    from komadai.engine.transitions import SHIPPED, Transitions

    path, mode = settings.text("TransitionFile"), settings.text("SearchMode")
    table = Transitions.load(path or SHIPPED)
    return table.counts if mode == "RealizationProbability" else None
