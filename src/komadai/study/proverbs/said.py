"""``proverbs_in(game)``: the proverbs that fit the moves of a game, at most one a move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from komadai.enums import BLACK
from komadai.errors import check_type
from komadai.kifu import Game
from komadai.kifu.tree.game import GameTree
from komadai.squares import square_name
from komadai.study.naming.phases import phases
from komadai.study.proverbs.played import Played
from komadai.study.proverbs.table import DETECTORS, Proverb, Sentence, all_proverbs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai._core import Board, Move
    from komadai.enums import Color
    from komadai.study.naming.phases import Phases
    from komadai.study.proverbs.evidence import Evidence
    from komadai.study.proverbs.played import Phase

FOLLOW: Final = 6
"""How many of the next moves a detector sees."""


@dataclass(frozen=True, slots=True)
class SaidProverb:
    """A proverb that fits a move, and what in the position shows it."""

    ply: int
    """The number of the move, from 1."""
    side: Color
    """The side that has made the move."""
    proverb: Proverb
    evidence: Evidence
    """With the squares as they are on the board."""

    @property
    def squares(self) -> tuple[str, ...]:
        """The squares to mark, by their names."""
        return tuple(map(square_name, self.evidence.squares))

    @property
    def arrows(self) -> tuple[tuple[str, str], ...]:
        """The arrows to draw, from and to."""
        return tuple((square_name(one), square_name(other)) for one, other in self.evidence.arrows)

    @property
    def text(self) -> Sentence:
        """The sentence about the evidence in the position."""
        return filled(self.proverb.said, self.evidence)


def said_of(ply: int, side: Color, proverb: Proverb, evidence: Evidence) -> SaidProverb:
    """A proverb said of a move, with the evidence as Black's detectors gave it for this side."""
    return SaidProverb(ply, side, proverb, evidence if side == BLACK else evidence.turned())


def filled(sentence: Sentence, evidence: Evidence) -> Sentence:
    """A sentence of the table with the squares of an evidence."""
    return Sentence(evidence.english(sentence.en), evidence.japanese(sentence.ja))


def proverbs_in(game: GameTree[Any]) -> list[SaidProverb]:
    """The proverbs that fit the moves of the main line, in order of play.

    At most one is said of a move, and each once for a side. A game of a variant has none. Moves that cannot
    be played end the search. Those that only an engine can judge are said in reviews. Raises
    ArgumentTypeError for anything but a game.
    """
    check_type("game", game, GameTree, "a Game")
    if not isinstance(game, Game):
        return []
    said: list[SaidProverb] = []
    had: set[tuple[Color, str]] = set()
    for ply, side, played in played_moves(game):
        for proverb, evidence in fitting(played):
            if (side, proverb.id) not in had:
                had.add((side, proverb.id))
                said.append(said_of(ply, side, proverb, evidence))
                break
    return said


def fitting(played: Played) -> Iterator[tuple[Proverb, Evidence]]:
    """The proverbs that fit a move, the most important first."""
    table = all_proverbs()
    for id, detect in DETECTORS.items():
        evidence = detect(played)
        if evidence is not None:
            yield table[id], evidence


def played_moves(game: Game) -> Iterator[tuple[int, Color, Played]]:
    """Each legal move of the main line: its number, its side, and the move as one of Black's.

    A move must be used before the next one is taken, because the board is then another.
    """
    straight = game.board()
    moves = _legal_line(game)
    turned = [move.mirror() for move in moves]
    views: list[tuple[Board, list[Move]]] = [(straight, moves), (straight.mirror(), turned)]
    borders = phases(game)
    for ply in range(1, len(moves) + 1):
        side = straight.turn
        before = views[side][0].copy()
        for board, line in views:
            board.push(line[ply - 1])
        board, line = views[side]
        yield (
            ply,
            side,
            Played(
                before,
                line[ply - 1],
                after=board,
                follow=line[ply : ply + FOLLOW],
                previous=line[ply - 2] if ply > 1 else None,
                phase=phase_at(borders, ply),
            ),
        )


def _legal_line(game: Game) -> list[Move]:
    """The main line up to its first illegal move."""
    board, moves = game.board(), []
    for node in game.main_line():
        if node.move is None or not board.is_legal(node.move):
            break
        board.push(node.move)
        moves.append(node.move)
    return moves


def phase_at(borders: Phases, ply: int) -> Phase:
    """The phase of the move of this number; the capture that begins one belongs to it."""
    if borders.endgame is not None and ply >= borders.endgame:
        return "end"
    return "opening" if borders.middle_game is None or ply < borders.middle_game else "middle"
