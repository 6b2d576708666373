"""A variant as its definition file describes it: board, pieces, rules, options."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path as FilePath

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
class Variant:
    """A game of the shogi family.

    ``Variant.named("chu", rules="jcsa")`` is one of those that come with the library, ``Variant.load(path)``
    reads a definition file. Keywords choose the values of options.
    """

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

    @staticmethod
    def named(name: str, /, **options: str) -> Variant:
        """The variant of this name. Raises VariantError."""
        from komadai.variants.definition_file import named_variant

        return named_variant(name, options)

    @staticmethod
    def load(path: str | FilePath, /, **options: str) -> Variant:
        """Reads a definition file. Raises VariantError with the reason, OSError."""
        from komadai.variants.definition_file import read_definition

        return read_definition(FilePath(path), options)

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

    def __reduce__(self) -> tuple[object, ...]:
        from komadai.variants.definition_file import NAMES, named_variant

        # The name is enough for a variant that comes with the library.
        if self.name in NAMES and self == named_variant(self.name, self.changed_options):
            return named_variant, (self.name, self.changed_options)
        state = {name: value for name, value in self.__dict__.items() if name not in ("pieces",)}
        return _restored, (state,)


def _restored(state: dict[str, object]) -> Variant:
    variant = object.__new__(Variant)
    variant.__dict__.update(state)
    return variant
