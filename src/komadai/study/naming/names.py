"""``names(game)``: the castles, openings, attacks, formations, tesuji and proverbs of a game."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from komadai.errors import check_type
from komadai.kifu import Game
from komadai.kifu.tree.game import GameTree
from komadai.study.naming.pairings import PAIRING_IDS, pairings
from komadai.study.naming.position import StopReading, TrackedPosition
from komadai.study.naming.rules import Kind, Rule, all_rules
from komadai.study.naming.tesuji import is_gold_at_the_head, tesuji_of
from komadai.study.proverbs.said import proverbs_in

if TYPE_CHECKING:
    from collections.abc import Iterable

Side = Literal["black", "white"]
SIDES: Final[tuple[Side, Side]] = ("black", "white")


@dataclass(frozen=True, slots=True)
class Name:
    """Something in a game that has a name. ``name["id"]`` is the same as ``name.id``."""

    ply: int
    """The first ply after which it stands; 0 if the game starts with it."""
    side: Side
    kind: Kind | Literal["proverb"]
    id: str
    """The name in ASCII: ``hon_mino``. An opening and a castle can have the same id."""
    ja: str
    en: str
    until: int | None = None
    """For a castle, the ply after which it stands no more; None if it stands until the end."""

    @property
    def is_pairing(self) -> bool:
        """Whether the name only says which rooks are static and which are ranging."""
        return self.id in PAIRING_IDS

    def __getitem__(self, key: str) -> Any:
        if key not in self.__dataclass_fields__:
            raise KeyError(key)
        return getattr(self, key)

    def keys(self) -> Iterable[str]:
        """The names of the fields, so that ``dict(name)`` works."""
        return self.__dataclass_fields__.keys()

    def to_dict(self) -> dict[str, Any]:
        """The fields as JSON has them."""
        return asdict(self)


def names(game: GameTree[Any], *, proverbs: bool = True) -> list[Name]:
    """The names in the main line of a game, in the order of play; Black's first at the same ply.

    An arrangement gets a name when it stands for the first time, a tesuji each time, a proverb once for each
    side. A game of a variant has no names. A game in which pieces have left their first squares before the
    start has only castles, tesuji and proverbs. Moves that cannot be played end the search. Without
    ``proverbs``, which take two thirds of the time, these are left out. Raises ArgumentTypeError for anything
    but a game.
    """
    check_type("game", game, GameTree, "a Game")
    if not isinstance(game, Game):
        return []
    found = _Search(game).names()
    if proverbs:
        found += [
            Name(each.ply, SIDES[each.side], "proverb", each.proverb.id, each.proverb.ja, each.proverb.en)
            for each in proverbs_in(game)
        ]
        found.sort(key=lambda name: (name.ply, SIDES.index(name.side)))
    return found


@dataclass(slots=True)
class _Hit:
    rule: Rule
    side: int
    ply: int
    until: int | None = None


class _Search:
    def __init__(self, game: Game) -> None:
        self._game = game
        self._rules = all_rules()
        self._moves = [int(node.move) for node in game.main_line() if node.move is not None]
        self._position = TrackedPosition(game)
        self._knows_opening = self._position.starts_unmoved
        self._rooks = [self._position.rook_side(side) for side in (0, 1)]
        self._hits: list[_Hit] = []
        self._had: tuple[dict[int, _Hit], dict[int, _Hit]] = ({}, {})
        """The hits of each side by the number of their rule. A name may have several rules: what one of them
        has found may not hold when the whole opening is known."""
        self._ids: tuple[set[str], set[str]] = (set(), set())
        self._standing: tuple[list[_Hit], list[_Hit]] = ([], [])

    def names(self) -> list[Name]:
        self._take_start()
        for move in self._moves:
            try:
                self._position.play(move)
            except StopReading:
                break
            self._test_all()
            for tesuji in tesuji_of(self._position):
                self._hits.append(_Hit(self._rules.tesuji[tesuji], self._position.mover, self._position.ply))
        self._add_mate()
        kept = self._kept()
        kept += [_Hit(*each) for each in self._pairings(kept)]
        kept.sort(key=lambda hit: (hit.ply, hit.side, hit.rule.number))
        return [
            Name(hit.ply, SIDES[hit.side], hit.rule.kind, hit.rule.id, hit.rule.ja, hit.rule.en, hit.until)
            for hit in kept
        ]

    def _add_mate(self) -> None:
        position = self._position
        if position.ply == len(self._moves) and is_gold_at_the_head(position):
            end = self._game.board(self._game.end)
            if end.is_checkmate():
                self._hits.append(_Hit(self._rules.tesuji["atamakin"], position.mover, position.ply))

    def _take_start(self) -> None:
        """Castles that stand at the start, in a game from another position."""
        if self._knows_opening:
            return
        for rule in self._rules.rules:
            if rule.kind == "castle":
                for side in (0, 1):
                    self._test(rule, side)

    def _test_all(self) -> None:
        position, rules = self._position, self._rules
        side = position.mover
        for place in (side, 1 - side):
            if self._standing[place] and position.changed[place]:
                self._end_castles(place)
        for rule in rules.by_arrival[position.arrived]:
            self._test(rule, side)
        if position.left >= 0:
            for rule in rules.by_departure[position.left]:
                self._test(rule, side)
        if position.taken:
            for rule in rules.by_capture:
                self._test(rule, side)
                self._test(rule, 1 - side)
        for rule in rules.by_ply.get(position.game_ply, ()):
            self._test(rule, side)
            self._test(rule, 1 - side)

    def _end_castles(self, side: int) -> None:
        standing = self._standing[side]
        for hit in [hit for hit in standing if not self._stands(hit.rule, side)]:
            hit.until = self._position.ply
            standing.remove(hit)

    def _stands(self, rule: Rule, side: int) -> bool:
        """Whether one of the patterns of the rule stands, with the king where the rule allows it."""
        pieces, files = self._position.pieces[side], rule.king_files
        for pattern in rule.patterns:  # a loop, because this is the most frequent test
            if pieces & pattern == pattern:
                break
        else:
            if rule.patterns:
                return False
        return files is None or files[0] <= self._position.king_file(side) <= files[1]

    def _test(self, rule: Rule, side: int) -> None:
        position = self._position
        if rule.number in self._had[side] or not rule.min_ply <= position.game_ply <= rule.max_ply:
            return
        if rule.kind != "castle" and not self._knows_opening:
            return
        if not self._stands(rule, side):
            return
        if position.pieces[side] & rule.absent or rule.is_second not in (None, side != position.first):
            return
        if rule.arrives and not self._moved_as(rule, side):
            return
        if rule.after and rule.after.isdisjoint(self._ids[side]):
            return
        if rule.opponent_after and rule.opponent_after.isdisjoint(self._ids[1 - side]):
            return
        if position.captures - bool(position.taken) > rule.max_captures:
            return
        other = position.pieces[1 - side]
        if other & rule.opponent_absent or (
            rule.opponent and not any(other & each == each for each in rule.opponent)
        ):
            return
        hands = position.hands
        if (
            (rule.hand and not hands[side][rule.hand])
            or (rule.opponent_hand and not hands[1 - side][rule.opponent_hand])
            or (rule.absent_hand and hands[side][rule.absent_hand])
        ):
            return
        for each in (0, 1) if rule.both else (side,):
            self._add(_Hit(rule, each, position.ply))

    def _moved_as(self, rule: Rule, side: int) -> bool:
        position = self._position
        return (
            position.mover == side
            and position.arrived in rule.arrives
            and rule.drops == (position.origin < 0)
            and (not rule.origins or position.origin in rule.origins)
            and (not rule.takes or position.taken == rule.takes)
            and not (rule.quiet and position.taken)
        )

    def _add(self, hit: _Hit) -> None:
        if hit.rule.number in self._had[hit.side]:
            return
        self._had[hit.side][hit.rule.number] = hit
        self._ids[hit.side].add(hit.rule.id)
        self._hits.append(hit)
        if hit.rule.kind == "castle":
            self._standing[hit.side].append(hit)

    def _kept(self) -> list[_Hit]:
        """The hits that still hold when the whole opening is known."""
        rooks = list(self._rooks)
        for hit in self._hits:
            if hit.rule.makes:
                rooks[hit.side] = hit.rule.makes
        kept: list[_Hit] = []
        names: set[tuple[str, str, int]] = set()
        for hit in self._hits:
            rule, side = hit.rule, hit.side
            if (rule.kind, rule.id, side) in names or (
                rule.both and self._had[1 - side][rule.number].ply != hit.ply
            ):
                continue
            own = {each.rule.id for each in kept if each.side == side}
            either = {each.rule.id for each in kept if each.ply < hit.ply}
            if (
                (rule.rook is None or rooks[side] in (None, rule.rook))
                and (rule.opponent_rook is None or rooks[1 - side] in (None, rule.opponent_rook))
                and (not rule.after or not own.isdisjoint(rule.after))
                and own.isdisjoint(rule.unless)
                and either.isdisjoint(rule.unless_either)
                and (not rule.yields_to or rule.yields_to.isdisjoint(self._ids[0] | self._ids[1]))
            ):
                kept.append(hit)
                if rule.kind != "tesuji":
                    names.add((rule.kind, rule.id, side))
        return kept

    def _pairings(self, kept: list[_Hit]) -> list[tuple[Rule, int, int]]:
        if not self._knows_opening or None in self._rooks:
            return []
        ranging = [
            min((hit.ply for hit in kept if hit.rule.makes and hit.side == side), default=None)
            for side in (0, 1)
        ]
        return pairings(ranging, self._position)
