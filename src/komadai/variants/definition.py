"""What a definition file says of a variant: board, pieces, rules, options."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from komadai.variants.betza import Path, paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class PieceKind:
    """A kind of piece. A promoted piece is a kind of its own, with an id that begins with ``+``."""

    id: str
    """The letter or letters of SFEN, in upper case."""
    name: str
    betza: str
    """The moves in XBetza."""
    alias: str = ""
    """Another id that positions and moves may have when they are read, as another program writes it."""
    kanji: str = ""
    """The name in kanji, for faces of two characters."""
    face: str = ""
    """One kanji."""
    romaji: str = ""
    abbreviation: str = ""
    """Its name in Western notation; by default its id, for a promoted piece that of the piece it was."""
    kif: str = ""
    """Its name in KIF, if that is neither its face nor its kanji."""
    promotes_to: str | None = None
    hand: str | None = None
    """The piece that its captor gets in hand; by default its unpromoted side, or itself."""
    royal: bool = False
    jump_rank: int = 0
    """Range-jumping pieces pass over pieces of a lower rank."""
    burns: bool = False
    """Removes all enemies next to it at the end of its move."""
    contagious: str | None = None
    """The piece that its captor becomes, unless that is royal."""
    lion: bool = False
    """The lion rules hold for it."""
    tsukegui: bool = True
    """A lion that captures it on the way may capture a protected lion."""
    may_pass: bool = True
    """A move of several steps may end where it began without a capture."""
    max_per_file: int = 0
    """How many of it a side may have on a file by dropping; 0: any number."""
    drop_mate: bool = True
    """Whether dropping it may mate."""
    zone: int | None = None
    """A promotion zone of its own, in ranks."""
    promotes_by: str | None = None
    promotion_forced: str | None = None
    value: int = 0
    """Centipawns for the search; 0: estimated."""
    note: str = ""
    """A remark for readers: another source's move, a character that fonts lack."""
    note_ja: str = ""
    """The remark in Japanese."""
    sources: tuple[str, ...] = ()

    @cached_property
    def paths(self) -> tuple[Path, ...]:
        """The moves step by step (:mod:`komadai.variants.betza.paths`)."""
        return paths(self.betza)

    @property
    def promoted(self) -> bool:
        """Whether it is the promoted side of a piece."""
        return self.id.startswith("+")


@dataclass(frozen=True)
class Repetition:
    """The rule for a position that occurs for the ``count``-th time (0: none)."""

    count: int = 4
    result: str = "draw"
    perpetual_check: str = "none"


@dataclass(frozen=True)
class VariantRules:
    """The rules that are not those of a piece; docs/variants.md lists the values."""

    promotion: str = "none"
    promotion_forced: str = "stuck"
    drops: bool = False
    drop_faces: str = "front"
    drop_stuck: bool = False
    check: str = "answer"
    no_moves: str = "loss"
    try_rule: str = "none"
    bare_king: str = "none"
    check_wins: bool = False
    repetition: Repetition = field(default_factory=Repetition)
    lion: str = "none"


@dataclass(frozen=True)
class OptionValue:
    """A value of an option: who plays so, and what it sets in the definition."""

    name: str
    who: str
    set: tuple[tuple[str, object], ...] = ()
    label: str = ""
    """The value in a few words; empty: its name."""
    label_ja: str = ""
    who_ja: str = ""


@dataclass(frozen=True)
class Option:
    """A rule that is played in more than one way."""

    name: str
    about: str
    default: str
    values: tuple[OptionValue, ...]
    about_ja: str = ""


@dataclass(frozen=True)
class Conflict:
    """The points on which sources disagree, and our choice."""

    about: str
    choice: str
    about_ja: str = ""
    choice_ja: str = ""


@dataclass(frozen=True)
class Definition:
    """What a definition file says, with the chosen values of its options."""

    name: str
    names: Mapping[str, str]
    files: int
    ranks: int
    zone: int
    rules: VariantRules
    kinds: tuple[PieceKind, ...]
    sfen: str
    """The setup."""
    history: Mapping[str, str] = field(default_factory=dict)
    summary: Mapping[str, str] = field(default_factory=dict)
    sources: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    chosen: tuple[tuple[str, str], ...] = ()
    """The values of the options, by name."""
    conflicts: tuple[Conflict, ...] = ()

    @property
    def changed_options(self) -> dict[str, str]:
        """The options whose value is not the default, in the order of their names."""
        defaults = {option.name: option.default for option in self.options}
        return {name: value for name, value in self.chosen if value != defaults[name]}

    @cached_property
    def pieces(self) -> dict[str, PieceKind]:
        """The kinds by their ids."""
        return {kind.id: kind for kind in self.kinds}

    def __hash__(self) -> int:
        # Without the kinds: hashing hundreds of them takes longer than most uses of the hash.
        return hash((self.name, self.chosen, self.sfen))


def description(definition: Definition) -> dict[str, object]:
    """The definition as plain values for the native engine. Kinds are named by their index, no kind by -1."""
    rules = definition.rules
    index = {kind.id: i for i, kind in enumerate(definition.kinds)}
    # Where several kinds promote to one, the captor gets the one of the same letters: S for +S.
    unpromoted = {kind.promotes_to: kind.id for kind in definition.kinds if kind.promotes_to}
    unpromoted |= {f"+{kind.id}": kind.id for kind in definition.kinds if kind.promotes_to == f"+{kind.id}"}

    def in_hand(kind: PieceKind) -> int:
        if kind.royal or not rules.drops:
            return -1
        return index[kind.hand or (unpromoted.get(kind.id, kind.id) if kind.promoted else kind.id)]

    return {
        "name": definition.name,
        "files": definition.files,
        "ranks": definition.ranks,
        "zone": definition.zone,
        "sfen": definition.sfen,
        "promotion": rules.promotion,
        "promotion_forced": rules.promotion_forced,
        "drops": rules.drops,
        "drop_faces": rules.drop_faces,
        "drop_stuck": rules.drop_stuck,
        "check": rules.check,
        "no_moves": rules.no_moves,
        "try": rules.try_rule,
        "bare_king": rules.bare_king,
        "check_wins": rules.check_wins,
        "repetition_count": rules.repetition.count,
        "repetition_result": rules.repetition.result,
        "perpetual_check": rules.repetition.perpetual_check,
        "lion": rules.lion,
        "kinds": [
            {
                "id": kind.id,
                "alias": kind.alias,
                "paths": [[(leg.dx, leg.dy, leg.max, int(leg.mode)) for leg in path] for path in kind.paths],
                "promotes_to": index[kind.promotes_to] if kind.promotes_to else -1,
                "hand": in_hand(kind),
                "royal": kind.royal,
                "jump_rank": kind.jump_rank,
                "burns": kind.burns,
                "contagious": index[kind.contagious] if kind.contagious else -1,
                "lion": kind.lion,
                "tsukegui": kind.tsukegui,
                "may_pass": kind.may_pass,
                "max_per_file": kind.max_per_file,
                "drop_mate": kind.drop_mate,
                "zone": -1 if kind.zone is None else kind.zone,
                "promotes_by": kind.promotes_by or "",
                "promotion_forced": kind.promotion_forced or "",
                "value": kind.value,
            }
            for kind in definition.kinds
        ],
    }
