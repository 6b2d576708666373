"""The settings that all kinds of tournaments have. Each kind adds its own; see `komadai.tournaments.kinds`.

A field says its limits and how it is an option of ``komadai event create``. Requests to a server, command
line and files all use these structs.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple, get_type_hints

from komadai.extras import extra
from komadai.tournaments.errors import EventError

with extra("events"):
    import msgspec

TieBreak = Literal["sos", "sosos", "sodos", "direct", "wins", "board-points"]

ROUNDS: Final = 30
"""The largest number of rounds."""
BOARDS: Final = 20
"""The largest number of boards of a team match."""
PLAYERS: Final = 500
"""The largest number of players. A round robin has at most ROUNDS + 1."""

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class Option(NamedTuple):
    """A field as an option of the command line."""

    name: str
    english: str
    japanese: str
    metavar: str = ""
    sets: object = None
    """The value that a switch gives the field; None: the option takes a value."""


class CommonSettings(msgspec.Struct, frozen=True, kw_only=True, tag_field="system"):
    """The settings of a tournament of any kind. Fields that are not known are passed over when a log is read:
    logs of earlier versions have those of all kinds."""

    hint: ClassVar[tuple[str, str]] = ("", "")
    """The kind in a few words, beside its key in ``komadai event create --help``."""

    name: Annotated[Name, Option("--name", "Its name.", "大会の名前。", "WORDS")]
    handicaps: Annotated[
        Literal["none", "by-rank"],
        Option(
            "--handicaps",
            "With the handicaps that the ranks propose; the weaker player is Black.",
            "段級差に応じた駒落ちにする（下位者が下手・先手）。",
            sets="by-rank",
        ),
    ] = "none"
    """``by-rank``: the handicap that `komadai.ratings.handicaps.proposed` has for the two ranks, and the
    weaker player is Black. In a league it follows from the strengths; see `kinds.league.strength`."""
    variant: Annotated[
        str,
        msgspec.Meta(min_length=1, max_length=40),
        Option(
            "--variant",
            "The variant that is played, such as minishogi or tori.",
            "対局する将棋の種類（minishogi、tori など）。",
            "NAME",
        ),
    ] = "shogi"
    """The variant that is played; see `komadai.play.boards`. Only ``shogi`` has handicaps."""
    scale: Annotated[
        Literal["amateur", "fesa"],
        Option(
            "--scale",
            "Whose table gives a rank to players with only a rating: amateur, or fesa (European federation).",
            "レーティングから段級位を決める表：amateur、または fesa（欧州将棋連盟）。",
        ),
    ] = "amateur"
    """The ranks of players who have only a rating: our own table, or that of the European federation (FESA);
    see `komadai.ratings.ranks`."""
    tie_breaks: tuple[TieBreak, ...] = ()
    """In their order; empty: the usual ones of the kind."""
    place: Annotated[
        str, msgspec.Meta(max_length=100), Option("--place", "Where it is.", "会場。", "WORDS")
    ] = ""
    date: Annotated[str, msgspec.Meta(max_length=40), Option("--date", "When it is.", "日付。", "WORDS")] = ""

    third_persons: bool = False
    """Whether not only the two players may claim that one of them broke a rule, but a third person, too."""

    @property
    def system(self) -> Any:
        """The key of the kind; see `komadai.tournaments.kinds.KINDS`."""
        return self.__struct_config__.tag

    def check(self) -> None:
        """Raises EventError if the settings do not fit each other."""
        if self.variant != "shogi" and self.handicaps != "none":
            raise EventError.with_code("event-variant-handicaps", variant=self.variant)


class TeamSettings(CommonSettings, frozen=True, kw_only=True):
    """The settings of a kind that teams can play. In the other kinds a match needs a winner."""

    boards: Annotated[
        int,
        msgspec.Meta(ge=0, le=BOARDS),
        Option(
            "--teams", "Teams play, on this number of boards.", "団体戦にする。1チームの出場人数。", "BOARDS"
        ),
    ] = 0
    """The boards of each match in a team event, whose players are teams. 0: single players."""

    def check(self) -> None:
        """Also if these settings do not fit teams."""
        super().check()
        if self.boards and self.handicaps != "none":
            raise EventError.with_code("event-teams-handicaps")


class Field(NamedTuple):
    """A field that is an option of the command line."""

    name: str
    type: Any
    """int, bool, str or a Literal of words."""
    default: Any
    """`msgspec.NODEFAULT`: the option must be given."""
    minimum: int | None
    maximum: int | None
    option: Option


def options_of(settings: type[CommonSettings]) -> list[Field]:
    """The fields of these settings that are options."""
    found = []
    types = get_type_hints(settings, include_extras=True)
    for each in msgspec.structs.fields(settings):
        marks = getattr(types[each.name], "__metadata__", ())
        limits = next((mark for mark in marks if isinstance(mark, msgspec.Meta)), msgspec.Meta())
        minimum, maximum = (None if limit is None else int(limit) for limit in (limits.ge, limits.le))
        found += [
            Field(each.name, types[each.name].__origin__, each.default, minimum, maximum, mark)
            for mark in marks
            if isinstance(mark, Option)
        ]
    return found
