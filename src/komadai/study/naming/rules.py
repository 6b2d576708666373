"""The rules that recognize names, read from TOML files in this folder.

A rule is a table ``[[name]]``; ``[defaults]`` of its file holds values for all of them. Squares are those of
Black: for White the board is turned, so every rule holds for both sides. The keys:

``id``, ``ja``, ``en``, ``kind``
    The name. ``aliases``: other names of the same thing. Several tables may have the same name: a side has it
    once, by the first whose conditions hold.
``patterns``
    Arrangements of own pieces, such as ``K2h S3h G4i``; one of them must stand.
``mirror_of``
    The id of another name of the same kind, whose patterns count here with left and right exchanged.
``absent``
    Own pieces of which none may stand on its square.
``arrives``, ``from``, ``takes``
    The last move: the piece and its target (``R6h``; ``B*4e`` for a drop), its origin, the piece it takes.
    Alternatives are separated by ``|``. Without ``arrives`` any own move that completes a pattern counts.
    ``quiet``: the move takes nothing.
``hand``, ``absent_hand``, ``opponent_hand``
    A piece that is, is not, is for the opponent in hand.
``opponent``, ``opponent_absent``
    The opponent's pieces, as he sees the board: one of ``opponent`` (separated by ``|``) must stand, none of
    ``opponent_absent`` may.
``king_files``
    The first and the last file on which the own king may stand.
``min_ply``, ``max_ply``, ``max_captures``
    Plies since the start of the game and captures by both sides before the move.
``at_ply``
    The ply after which the arrangement must stand, of either side, whatever move was the last.
``side``
    ``first`` or ``second``, if only the side that moves first, or second, can do it.
``rook``, ``opponent_rook``
    ``static`` or ``ranging``: what the sides turn out to play. ``makes = "ranging"`` marks the openings that
    decide it.
``after``, ``opponent_after``
    Names of which this side, or its opponent, must have one before.
``unless``, ``unless_either``
    Names that this side, or one of both, must not have had before.
``yields_to``
    Names of either side that replace this one, even if they come later.
``both``
    The name is given to both sides.
``steps``
    How a castle is built, in a usual order: what is moved (``pieces``, alternatives separated by ``|``), and
    the step in words, ``en`` and ``ja``.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, Literal

from komadai.pieces import PieceType
from komadai.squares import square

if TYPE_CHECKING:
    from collections.abc import Iterable

Kind = Literal["opening", "castle", "attack", "formation", "tesuji"]

FILES: Final = ("castles.toml", "openings.toml", "attacks.toml", "formations.toml", "tesuji.toml")
SQUARES: Final = 81
ANY_PLY: Final = 1_000_000


def key_of(piece_type: int, square: int) -> int:
    """The number of "a piece of this type on this square"; bit numbers of masks."""
    return piece_type * SQUARES + square


KEYS: Final = key_of(len(PieceType) + 1, 0)


@dataclass(frozen=True, slots=True)
class Step:
    """A step of building a castle. It is done when one of the pieces has reached its square."""

    pieces: tuple[int, ...]
    """Masks, as in :class:`Rule`."""
    ja: str
    en: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A name and the conditions under which it is given. Masks have the bits of :func:`key_of`."""

    number: int
    """The place in the order of the files."""
    kind: Kind
    id: str
    ja: str
    en: str
    aliases: tuple[str, ...]
    patterns: tuple[int, ...]
    absent: int
    arrives: frozenset[int]
    """Keys of the piece that has moved; empty if any own move counts."""
    drops: bool
    """Whether the last move must be a drop."""
    origins: frozenset[int]
    takes: int
    quiet: bool
    hand: int
    absent_hand: int
    opponent_hand: int
    opponent: tuple[int, ...]
    opponent_absent: int
    king_files: tuple[int, int] | None
    min_ply: int
    max_ply: int
    max_captures: int
    at_ply: int | None
    is_second: bool | None
    """Whether only the second player can do it, or only the first; None for both."""
    rook: str | None
    opponent_rook: str | None
    makes: str | None
    after: frozenset[str]
    opponent_after: frozenset[str]
    unless: frozenset[str]
    unless_either: frozenset[str]
    yields_to: frozenset[str]
    both: bool
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class RuleSet:
    """All rules, and which of them to test after a move."""

    rules: tuple[Rule, ...]
    by_arrival: tuple[tuple[Rule, ...], ...]
    """By the key of a piece that has arrived: the rules that it can complete."""
    by_departure: tuple[tuple[Rule, ...], ...]
    """By the key of a piece that has left: the rules that it prevented."""
    by_capture: tuple[Rule, ...]
    """The rules that a capture can complete."""
    by_ply: dict[int, tuple[Rule, ...]]
    """The rules that are tested after a ply, whatever the move."""
    tesuji: dict[str, Rule]
    """By id."""


@cache
def all_rules() -> RuleSet:
    """The rules of all files."""
    tables = [tomllib.loads(files(__package__).joinpath(name).read_text(encoding="utf-8")) for name in FILES]
    merged = [table["defaults"] | each for table in tables for each in table["name"]]
    patterns = {(each["kind"], each["id"]): each["patterns"] for each in merged if "patterns" in each}
    for each in merged:
        if "mirror_of" in each:
            each["patterns"] = list(map(_mirrored, patterns[each["kind"], each["mirror_of"]]))
    rules = tuple(rule_of(number, table) for number, table in enumerate(merged))
    arrival: list[list[Rule]] = [[] for _ in range(KEYS)]
    departure: list[list[Rule]] = [[] for _ in range(KEYS)]
    by_ply: dict[int, tuple[Rule, ...]] = {}
    for rule in rules:
        if rule.at_ply is not None:
            by_ply[rule.at_ply] = (*by_ply.get(rule.at_ply, ()), rule)
            continue
        for key in rule.arrives or {key for mask in rule.patterns for key in _keys_in(mask)}:
            arrival[key].append(rule)
        if not rule.arrives:
            for key in _keys_in(rule.absent):
                departure[key].append(rule)
    return RuleSet(
        rules,
        tuple(map(tuple, arrival)),
        tuple(map(tuple, departure)),
        tuple(rule for rule in rules if (rule.hand or rule.opponent_hand) and not rule.arrives),
        by_ply,
        {rule.id: rule for rule in rules if rule.kind == "tesuji"},
    )


def rule_of(number: int, table: dict[str, Any]) -> Rule:
    """The rule in a table of a file."""
    arrives = [each.strip() for each in table.get("arrives", "").split("|") if each]
    takes = table.get("takes")
    king_files = table.get("king_files")
    return Rule(
        number=number,
        kind=table["kind"],
        id=table["id"],
        ja=table["ja"],
        en=table["en"],
        aliases=tuple(table.get("aliases", ())),
        patterns=tuple(map(_mask, table.get("patterns", ()))),
        absent=_mask(table.get("absent", "")),
        arrives=frozenset(_key(each.replace("*", "")) for each in arrives),
        drops=any("*" in each for each in arrives),
        origins=frozenset(square(each) for each in table.get("from", "").split("|") if each),
        takes=PieceType.from_letter(takes) if takes else 0,
        quiet=table.get("quiet", False),
        hand=_hand(table, "hand"),
        absent_hand=_hand(table, "absent_hand"),
        opponent_hand=_hand(table, "opponent_hand"),
        opponent=tuple(_mask(each) for each in table.get("opponent", "").split("|") if each),
        opponent_absent=_mask(table.get("opponent_absent", "")),
        king_files=(king_files[0], king_files[1]) if king_files else None,
        min_ply=table.get("min_ply", 0),
        max_ply=table.get("max_ply", ANY_PLY),
        max_captures=table.get("max_captures", ANY_PLY),
        at_ply=table.get("at_ply"),
        is_second={"first": False, "second": True, None: None}[table.get("side")],
        rook=table.get("rook"),
        opponent_rook=table.get("opponent_rook"),
        makes=table.get("makes"),
        after=frozenset(table.get("after", ())),
        opponent_after=frozenset(table.get("opponent_after", ())),
        unless=frozenset(table.get("unless", ())),
        unless_either=frozenset(table.get("unless_either", ())),
        yields_to=frozenset(table.get("yields_to", ())),
        both=table.get("both", False),
        steps=tuple(
            Step(tuple(map(_mask, step["pieces"].split("|"))), step["ja"], step["en"])
            for step in table.get("steps", ())
        ),
    )


def _key(text: str) -> int:
    """The key of a piece on a square, such as ``S7g`` or ``+B2b``."""
    return key_of(PieceType.from_letter(text[:-2]), square(text[-2:]))


def _mask(text: str) -> int:
    return sum({1 << _key(each) for each in text.split()})


def _mirrored(pattern: str) -> str:
    """A pattern with left and right exchanged."""
    return " ".join(f"{each[:-2]}{10 - int(each[-2])}{each[-1]}" for each in pattern.split())


def _hand(table: dict[str, Any], name: str) -> int:
    letter = table.get(name)
    return PieceType.from_letter(letter) if letter else 0


def _keys_in(mask: int) -> Iterable[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
