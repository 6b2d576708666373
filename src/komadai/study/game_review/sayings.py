"""The proverbs that a review says: where they fit the judgement of a move, one at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai.enums import BLACK
from komadai.study.game_review.judgement import MISTAKE, for_side
from komadai.study.game_review.report import Text
from komadai.study.proverbs.evidence import Evidence
from komadai.study.proverbs.played import pieces_in_hand
from komadai.study.proverbs.said import SaidProverb, fitting, played_moves, said_of
from komadai.study.proverbs.table import all_proverbs

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from komadai._core import Move
    from komadai.kifu import Game
    from komadai.study.game_review.report import ReviewedMove
    from komadai.study.proverbs.played import Played
    from komadai.study.proverbs.table import Proverb

SPEED: Final = "shuban_wa_koma_no_sontoku_yori_sokudo"
DROPS: Final = "mochigoma_wa_tsukae"
MANY_IN_HAND: Final = 3


def sayings(game: Game, moves: Sequence[ReviewedMove]) -> Mapping[int, SaidProverb]:
    """By ply, the proverb that is said of a reviewed move; each once for a side.

    One that tells of a good idea is said of a best or good move, one that warns of an error. Those without a
    detector have a reason in the engine's values.
    """
    found: dict[int, SaidProverb] = {}
    had = set()
    for (ply, side, played), move in zip(played_moves(game), moves, strict=False):
        for proverb, evidence in (*_measured(played, move), *fitting(played)):
            if proverb.breaks == move.is_error and (side, proverb.id) not in had:
                had.add((side, proverb.id))
                found[ply] = said_of(ply, side, proverb, evidence)
                break
    return found


def sentence(said: SaidProverb) -> Text:
    """The proverb with what shows it, as the text of a move has it."""
    return Text(f"“{said.proverb.en}”: {said.text.en}", f"「{said.proverb.ja}」{said.text.ja}")


def _measured(played: Played, move: ReviewedMove) -> Iterator[tuple[Proverb, Evidence]]:
    """The proverbs whose reason is the loss of the win rate against the best move."""
    if move.loss < MISTAKE or move.best is None or move.win is None:
        return
    best: Move = move.best.move if move.side == BLACK else move.best.move.mirror()
    after = for_side(move.win, move.side)
    rates = (("before", round(100 * min(1.0, after + move.loss))), ("after", round(100 * after)))
    quiet = not played.before.is_capture(best)
    if played.phase == "end" and played.captured and quiet and not played.before.is_check():
        yield all_proverbs()[SPEED], Evidence((played.to, best.to_square), numbers=rates)
    in_hand = pieces_in_hand(played.before, BLACK)
    if in_hand >= MANY_IN_HAND and best.drop is not None and not (played.is_drop or played.captured):
        yield (
            all_proverbs()[DROPS],
            Evidence((best.to_square, played.to), numbers=(("number", in_hand), *rates)),
        )
