"""The settings of a title match."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from komadai.extras import extra
from komadai.tournaments.core.settings import ROUNDS, CommonSettings, Option
from komadai.tournaments.errors import EventError

with extra("events"):
    import msgspec

MAX_GAMES = 15


class TitleMatchSettings(CommonSettings, frozen=True, kw_only=True, tag="title-match"):
    """The settings of a title match."""

    hint: ClassVar[tuple[str, str]] = ("", "番勝負")

    rounds: Annotated[
        int,
        msgspec.Meta(ge=1, le=ROUNDS),
        Option("--games", "Best of so many games, an odd number.", "何番勝負か（奇数）。", "NUMBER"),
    ] = 5
    """The games of a title match, of which more than half must be won."""
    title: Annotated[
        str, msgspec.Meta(max_length=60), Option("--title", "The title.", "タイトルの名前。", "WORDS")
    ] = ""
    """The title; empty: a match without a title."""
    after_replay: Annotated[
        Literal["scheduled", "exchanged"],
        Option(
            "--after-replay",
            "Colours after a replayed game: scheduled (as they would have been without it), or exchanged "
            "(Black in the replay is White in the next game).",
            "指し直しの次の局の先後：scheduled（指し直しがなかった場合と同じ）、または "
            "exchanged（指し直し局の先後を入れ替える）。",
        ),
    ] = "scheduled"
    """How the colours go on after a game that was replayed."""
    vacant: bool = False
    """Whether nobody holds the title: both players are challengers then. Else player 1 is its holder."""
    qualifier: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """The event whose best player challenges: its id on the server, the path of its file at a desk."""
    previous: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """The match of the season before, as with ``qualifier``."""

    def check(self) -> None:
        """An odd number of games, without handicaps."""
        super().check()
        if self.rounds % 2 == 0 or self.rounds > MAX_GAMES:
            raise EventError.with_code("event-match-games", most=MAX_GAMES, games=self.rounds)
        if self.handicaps != "none":
            raise EventError.with_code("event-match-handicaps")
