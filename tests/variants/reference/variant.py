"""The rules of a variant as data: kinds of pieces, the setup, and the other rules."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .movement import DIAGONAL, ORTHOGONAL, Square

Board = dict[Square, tuple[str, str]]  # square → (colour "b" or "w", id of the kind)


@dataclass(frozen=True)
class Kind:
    """A kind of piece."""

    id: str
    powers: str
    promotes_to: str = ""
    royal: bool = False
    rank: int = 0  # for pieces that pass over others: only those of lower rank
    burns: bool = False
    contagious: str = ""  # the kind that its capturer becomes
    lion: bool = False  # the rules of lion trading protect it
    hand: str = ""  # its id in the captor's hand, if not that of its unpromoted side
    may_pass: bool = True  # a move of several steps may end where it began
    promotes_on_last_rank: bool = False  # even where promotion depends on entering or capturing


@dataclass(frozen=True)
class Variant:
    """The rules of one variant. `rows` are read from the top, left to right."""

    name: str
    rows: str
    kinds: dict[str, Kind]
    zone: int = 0
    promotion: str = "none"  # none, zone, enter, capture, always
    forced: str = "stuck"  # stuck, always, never, promoted-capture
    drops: bool = False
    drop_faces: str = "front"  # front, either
    drop_stuck: bool = False
    max_per_file: dict[str, int] = field(default_factory=dict)
    no_drop_mate: tuple[str, ...] = ()
    answers_check: bool = True
    mate_ends: bool = False  # where no check need be answered: mate ends the game all the same
    no_moves: str = "loss"
    safe_goal: bool = False  # a royal that stands on the last rank unattacked wins
    bare: str = "none"  # none, loss, answered, lishogi, jcsa
    check_wins: bool = False
    repetition_count: int = 4
    repetition: str = "draw"  # draw, first-loses, mover-loses
    perpetual_check: str = "loss"  # none, loss
    lion_trading: str = "none"  # none, lishogi, jcsa
    minor: tuple[str, ...] = ("P", "I")  # the pawn and the go-between of chu
    sweeps_onto_own: bool = False
    hands: str = ""  # pieces in both hands at the start

    @property
    def files(self) -> int:
        return len(parse_rows(self.rows)[0])

    @property
    def ranks(self) -> int:
        return len(parse_rows(self.rows))

    def in_hand(self, kind: str) -> str:
        """What a captured piece of this kind is in the hand of its captor."""
        return self.kinds[kind].hand or kind.lstrip("+")


def spread(word: str) -> list[str]:
    """A power with O (orthogonal), D (diagonal) or A (all) for its direction, once for each."""
    found = re.fullmatch(r"(\w+:)?([ODA])(@.*)?", word)
    if found is None:
        return [word]
    directions = {"O": ORTHOGONAL, "D": DIAGONAL, "A": ORTHOGONAL + DIAGONAL}[found[2]]
    return [(found[1] or "") + direction + (found[3] or "") for direction in directions]


def kinds(table: str) -> dict[str, Kind]:
    """Kinds from a table, a line each: id, id of the promoted side or a dash, the compass, more
    powers, flags. The compass shows, as the mover looks ahead, how far the piece steps in eight
    directions: `111 1o1 .1.` is a gold general, an asterisk means any distance."""
    result = {}
    compass = ("FL", "F", "FR", "L", "", "R", "BL", "B", "BR")
    for line in table.strip().splitlines():
        words = line.split("#")[0].split()
        if not words:
            continue
        ident, promoted, *rest = words
        cells = "".join(rest[:3])
        assert len(cells) == 9, line
        assert cells[4] == "o", line
        powers = [d + cell for d, cell in zip(compass, cells, strict=True) if d and cell != "."]
        for word in rest[3:]:
            if not word.startswith("!"):
                powers += spread(word)
        flags = {word[1:].split("=")[0]: word.partition("=")[2] for word in rest[3:] if word[0] == "!"}
        assert ident not in result, line
        result[ident] = Kind(
            ident,
            " ".join(powers),
            "" if promoted == "-" else promoted,
            royal="royal" in flags,
            rank=int(flags.get("rank", "0")),
            burns="burns" in flags,
            contagious=flags.get("contagious", ""),
            lion="lion" in flags,
            hand=flags.get("hand", ""),
            promotes_on_last_rank="last-rank" in flags,
        )
    for kind in result.values():
        assert not kind.promotes_to or kind.promotes_to in result, kind
    return result


def parse_rows(rows: str) -> list[list[str]]:
    return [line.split() for line in rows.strip().splitlines()]


def setup(variant: Variant, rows: str | None = None) -> Board:
    """The board of these rows: words from left to right, a dot for an empty square, small letters
    for White. A plus sign belongs to the id."""
    board: Board = {}
    upper = {kind.lower(): kind for kind in variant.kinds}
    lines = parse_rows(rows if rows is not None else variant.rows)
    for rank, line in enumerate(lines, 1):
        for column, word in enumerate(line):
            if word == ".":
                continue
            square = len(line) - column, rank
            if word in variant.kinds and word != word.lower():
                board[square] = "b", word
            else:
                board[square] = "w", upper[word]
    return board
