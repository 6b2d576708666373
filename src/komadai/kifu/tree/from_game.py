"""Makes the record of a game that was played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, overload

from komadai._core import STARTPOS
from komadai.kifu.tree.game import Game

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from komadai._core import Move, Node, VariantMove
    from komadai.kifu.tree.game import Analysis
    from komadai.kifu.tree.variant_game import VariantGame
    from komadai.outcome import Outcome
    from komadai.variants import Variant

SHOGI: Final = "shogi"


class PlayedMove(NamedTuple):
    """A move of a game that was played."""

    move: Move | VariantMove
    time_ms: int | None = None
    """The time it took, in milliseconds."""
    analysis: Analysis | None = None
    """The analysis of the engine that played it."""


@overload
def from_game(
    moves: Iterable[PlayedMove],
    outcome: Outcome | None,
    *,
    headers: Mapping[str, str],
    started: datetime,
    sfen: str = STARTPOS,
    opening: Sequence[Move] = (),
    outcome_ms: int | None = None,
) -> Game: ...
@overload
def from_game(
    moves: Iterable[PlayedMove],
    outcome: Outcome | None,
    *,
    headers: Mapping[str, str],
    started: datetime,
    sfen: str = STARTPOS,
    opening: Sequence[Move] = (),
    outcome_ms: int | None = None,
    variant: str | Variant,
) -> Game | VariantGame: ...
def from_game(
    moves: Iterable[PlayedMove],
    outcome: Outcome | None,
    *,
    headers: Mapping[str, str],
    started: datetime,
    sfen: str = STARTPOS,
    opening: Sequence[Move] = (),
    outcome_ms: int | None = None,
    variant: str | Variant = SHOGI,
) -> Game | VariantGame:
    """The record of a game; of a variant, a VariantGame.

    ``headers`` are those of :data:`komadai.kifu.HEADERS`; empty ones are left out. ``opening`` are the moves
    that were given before the game, without times. ``outcome_ms`` is the time the last player spent without a
    move.
    """
    known = {**headers, "started": started.strftime("%Y/%m/%d %H:%M:%S")}
    headers = {name: value for name, value in known.items() if value}
    game = Game(sfen, headers) if variant == SHOGI else _variant_game(variant, sfen, headers)
    # The moves are those of the variant.
    node: Node[Any] = game.extend(opening)  # type: ignore[arg-type]
    if opening:
        node.comment = "The opening ends here."
    for played in moves:
        node = node.add(played.move, time_ms=played.time_ms)
        if played.analysis is not None:
            node.analyses = [played.analysis]
    node.outcome = outcome
    if outcome_ms is not None:
        node.outcome_ms = outcome_ms
    return game


def _variant_game(variant: str | Variant, sfen: str, headers: Mapping[str, str]) -> VariantGame:
    from komadai.kifu.tree.variant_game import VariantGame

    return VariantGame(variant, sfen, headers)
