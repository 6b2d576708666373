"""A gate: the matches of a network against the built-in evaluation and against the network before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from komadai.match.statistics import Sprt
from komadai.training.generation.settings import checksum, engine_signature
from komadai.training.tuning.match import MatchSettings, RunningMatch
from komadai.training.tuning.variant import Variant

if TYPE_CHECKING:
    from pathlib import Path

    from komadai.training.stream.settings import StreamSettings
    from komadai.training.tuning.pair import PairTask, PlayedPair

_TEST: Final = Sprt(0, 20)
"""Whether a network is ahead of the built-in evaluation."""


class Gate:
    """The matches of the network of a step. Their results are in ``folder``, from which they go on.

    ``network``: the file; ``earlier``: step and file of the network before it, if there is one. Raises
    LedgerError, EvaluationFileError, OSError.
    """

    def __init__(
        self,
        folder: Path,
        settings: StreamSettings,
        step: int,
        network: Path,
        earlier: tuple[int, Path] | None,
    ) -> None:
        self.step = step
        games, earlier_games = settings.gate_games
        first = Variant(str(network))
        matches: dict[int, MatchSettings] = {
            0: MatchSettings(
                first=first,
                nodes=settings.gate_nodes,
                games=max(games, settings.gate_limit),
                least=games,
                seed=step,
                sprt=_TEST,
            )
        }
        if earlier is not None:
            matches[earlier[0]] = MatchSettings(
                first=first,
                second=Variant(str(earlier[1])),
                nodes=settings.gate_nodes,
                games=earlier_games,
                seed=step,
            )
        # The engine may have changed since the last start: its games are not mixed with those of another.
        engine = engine_signature(str(network))
        name = f"{step}-{checksum(str(network))[:8]}-{engine[:8]}"
        self._matches = {
            against: RunningMatch(folder / f"{name}-{against}.jsonl", match)
            for against, match in matches.items()
        }

    @property
    def is_over(self) -> bool:
        """Whether all matches are."""
        return all(match.state.is_over for match in self._matches.values())

    @property
    def games(self) -> int:
        """Games played so far."""
        return sum(2 * match.state.pairs for match in self._matches.values())

    def next_task(self) -> tuple[tuple[int, int], PairTask] | None:
        """A key and a pair of games to play, None if all are given."""
        for against, match in self._matches.items():
            given = match.next_pair()
            if given is not None:
                return (against, given[0]), given[1]
        return None

    def add(self, key: tuple[int, int], played: PlayedPair) -> None:
        """Stores the result of a pair. Raises OSError."""
        against, number = key
        self._matches[against].add(number, played)

    def results(self) -> list[dict[str, Any]]:
        """The results as values for JSON: ``step``, ``against`` (the step of the other network, 0: the
        built-in evaluation) and what :meth:`MatchState.report` has."""
        return [
            {"step": self.step, "against": against, **match.state.report()}
            for against, match in self._matches.items()
        ]

    @property
    def is_ahead(self) -> bool:
        """Whether the test says that the network is ahead of the built-in evaluation."""
        return self._matches[0].state.decision == "H1"

    def close(self) -> None:
        """Closes the files."""
        for match in self._matches.values():
            match.close()
