"""The players of an event: their strength, their order, and the handicap between two of them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from komadai.extras import extra
from komadai.ratings import handicaps
from komadai.ratings.ranks import AMATEUR, FESA, Rank, RankTable
from komadai.tournaments.core.settings import CommonSettings, Name, TeamSettings
from komadai.tournaments.errors import EventError

with extra("events"):
    import msgspec

SCALES: Final[dict[str, RankTable]] = {"amateur": AMATEUR, "fesa": FESA}
_RANK: Final = re.compile(r"(\d{1,2})\s*-?\s*(k|kyu|kyuu|d|dan|級|段)")
_NUMBERS: Final = {kanji: number for number, kanji in enumerate("初二三四五六七八", 1)} | {"一": 1}
_SPOKEN: Final = {
    f"{number}dan": f"{grade}d"
    for grade, numbers in enumerate(
        ("sho", "ni", "san", "yo yon", "go", "roku", "nana shichi", "hachi", "ku kyu kyuu"), 1
    )
    for number in numbers.split()
} | {
    f"{number}kyu": f"{grade}k"
    for grade, numbers in enumerate(
        (
            "ik ichi",
            "ni",
            "san",
            "yon",
            "go",
            "rok rokk roku",
            "nana shichi",
            "hak hachi",
            "kyu ku",
            "juk ju",
        ),
        1,
    )
    for number in numbers.split()
}
"""The Japanese words of ranks: ``shodan``, ``nidan``, ``ikkyu``."""


MEMBERS: Final = 40
"""The largest number of members of a team."""
Rating = Annotated[int, msgspec.Meta(ge=0, le=4000)]
"""0: unknown."""
Grade = Annotated[int, msgspec.Meta(ge=-30, le=8)]
"""`komadai.ratings.ranks.Rank.grade`."""


class Member(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A member of a team."""

    name: Name
    rating: Rating = 0
    rank: Grade | None = None
    """None: unknown."""
    account: Annotated[str, msgspec.Meta(max_length=32)] = ""
    """On a server the id of the account that plays there; empty: this member plays over the board."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player of an event."""

    number: int
    """From 1, in the order of entry."""
    name: str
    rating: int = 0
    """0: unknown."""
    rank: int | None = None
    """`Rank.grade`; None: unknown."""
    club: str = ""
    first_round: int = 1
    """The first round in which the player can be paired."""
    withdrawn: bool = False
    members: tuple[Member, ...] = ()
    """The members of a team in board order."""

    def strength(self, settings: CommonSettings) -> int:
        """The rating by which players are ordered: without one, the lowest of the rank; 0 if unknown."""
        scale = SCALES[settings.scale]
        if self.rating or self.rank is None:
            return self.rating
        lowest, highest = scale.bounds[0][0].grade, scale.bounds[-1][0].grade
        return scale.lowest_rating(Rank(min(max(self.rank, lowest), highest)))

    def known_rank(self, settings: CommonSettings) -> Rank | None:
        """The rank, else that of the rating; None if neither is known."""
        if self.rank is not None:
            return Rank(self.rank)
        return SCALES[settings.scale].rank(self.rating) if self.rating else None


def seed_order(players: list[Player], settings: CommonSettings) -> list[Player]:
    """The players by strength, the strongest first; equals in the order of their entry."""
    return sorted(players, key=lambda player: (-player.strength(settings), player.number))


def team_rating(members: Sequence[Member], settings: TeamSettings) -> int:
    """The average rating of those who would play on the boards, as far as it is known; 0 if it is not."""
    shown = [Player(0, each.name, each.rating, each.rank) for each in members[: settings.boards]]
    known = [strength for each in shown if (strength := each.strength(settings))]
    return round(sum(known) / len(known)) if known else 0


def terms(first: Player, second: Player, settings: CommonSettings) -> tuple[Player, Player, str]:
    """Black, White and the handicap of a game, if the event plays with handicaps; else as given and even.

    The weaker player is Black: shitate in a handicap game. Between equals, and where a rank is unknown,
    nothing changes.
    """
    ranks = first.known_rank(settings), second.known_rank(settings)
    if settings.handicaps == "none" or ranks[0] is None or ranks[1] is None or ranks[0] == ranks[1]:
        return first, second, handicaps.EVEN
    weaker, stronger = (first, second) if ranks[0] < ranks[1] else (second, first)
    return weaker, stronger, handicaps.proposed(max(ranks[0], ranks[1]), min(ranks[0], ranks[1]))


def read_rank(text: str) -> int | None:
    """The grade of a rank such as ``3 kyu``, ``2d``, ``shodan``, 初段 or 5級; None for an empty text.

    Raises EventError.
    """
    plain = unicodedata.normalize("NFKC", text).strip().casefold()
    if not plain or plain == "?":
        return None
    plain = _SPOKEN.get(plain, plain)
    found = _RANK.fullmatch("".join(str(_NUMBERS.get(letter, letter)) for letter in plain))
    number = int(found[1]) if found else 0
    is_kyu = found is not None and found[2][0] in "k級"
    if not 1 <= number <= (30 if is_kyu else 9):
        raise EventError.with_code("event-bad-rank", text=text[:20])
    return -number if is_kyu else number - 1


def rank_text(grade: int | None, language: str = "en") -> str:
    """The rank in words; empty if it is unknown."""
    if grade is None:
        return ""
    return Rank(grade).japanese if language == "ja" else Rank(grade).english
