"""Converts challenges and the lobby to wire types."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import chain, islice
from typing import Final, Literal, NamedTuple

from komadai.clock import TimeControl
from komadai.handicap import Handicap
from komadai.messages.text import Text
from komadai.play.boards import SHOGI, variant_key, variant_of
from komadai.play.state import time_control
from komadai.ratings.handicaps import proposed
from komadai.server.games import views as games_views
from komadai.server.games.player_names import Names, PlayerName
from komadai.server.games.storage.tables import GameRow
from komadai.server.games.wire import Player
from komadai.server.http.addresses import Base
from komadai.server.lobby import wire as lobby_wire
from komadai.server.lobby.rated import unrated_reason
from komadai.server.lobby.store import ChallengeRow

MAX_PEOPLE: Final = 50
"""The number of people whom the lobby names."""
MAX_GAMES: Final = 20
"""The number of running games in the lobby."""
NO_CLOCK: Final = Text("no clock", "時間無制限")
SET_UP: Final = Text("Set-up position", "指定局面")


def challenge(
    row: ChallengeRow,
    guest: str | None,
    state: lobby_wire.ChallengeState,
    base: Base,
    game_id: str | None,
    names: Names,
    first_move_ms: int,
    invited: str | None,
) -> lobby_wire.ChallengeView:
    """The challenge, as this guest sees it.

    ``names``: of its maker, of the guest and of the account that is ``invited``, with their ratings.
    """
    new = row.settings
    mine = guest == row.guest_id
    other = invited if mine else guest
    unrated = unrated_reason(
        new, names.get(row.guest_id), names.get(other or ""), known=not mine or invited is not None
    )
    name, start_sfen = _handicap(row)
    return lobby_wire.ChallengeView(
        id=row.id,
        created=games_views.iso(row.created_ms),
        state=state,
        mine=mine,
        maker=_maker(row, names),
        rated=new.rated and unrated is None,
        unrated_reason=unrated,
        listed=new.listed,
        side=_side(row, mine),
        handicap=new.handicap,
        handicap_name=name,
        start_sfen=start_sfen,
        set_up=new.sfen is not None,
        clock=new.clock,
        days=new.days,
        clock_text=_clock(row),
        impasse=new.impasse,
        illegal=new.illegal,
        take_back=new.take_back,
        variant=new.variant,
        variant_name=games_views.variant_name(variant_key(new.variant, new.options)),
        options=new.options,
        touch_move=new.touch_move,
        replay_draws=new.replay_draws,
        formal_resignation=new.formal_resignation,
        tosser=new.tosser,
        rating_within=new.rating_within,
        fits=mine or fits(new, names.get(row.guest_id), names.get(guest or "")),
        to=new.to,
        visibility=new.visibility,
        first_move_ms=first_move_ms,
        link=link_of(base, row),
        reachable=base.reachable,
        game=game_id,
    )


def fits(new: lobby_wire.NewChallenge, maker: PlayerName | None, other: PlayerName | None) -> bool:
    """Whether the ratings of these two people allow that the other accepts the challenge."""
    if new.rating_within is None:
        return True
    if maker is None or other is None or maker.rating is None or other.rating is None:
        return False
    return abs(maker.rating - other.rating) <= new.rating_within


def link_of(base: Base, row: ChallengeRow) -> str:
    """The address of a challenge."""
    return f"{base.address}/challenge/{row.id}"


class Contents(NamedTuple):
    """The contents of the lobby."""

    rows: list[ChallengeRow]
    """The seeks."""
    makers: Mapping[str, Names]
    """The maker of each seek, by its id, with the rank at its speed."""
    games: list[GameRow]
    names: Names
    """The players of the games."""
    people: Names
    """The people who have the lobby open."""
    follows: Mapping[str, frozenset[str]]
    """By viewer, the people whom this viewer follows. Viewers who follow nobody are left out."""
    hidden: Mapping[str, frozenset[str]]
    """The people whom each viewer does not see, because one of the two has blocked the other."""


class Viewer(NamedTuple):
    """The guest to whom the lobby is shown."""

    guest: str | None
    name: PlayerName | None
    """None without an account."""
    at: Mapping[str, PlayerName | None]
    """The guest with the rank and rating at the speed of each seek, by its id, where they are needed."""


def lobby(contents: Contents, viewer: Viewer) -> lobby_wire.LobbyView:
    """The lobby, as this guest sees it."""
    guest = viewer.guest
    follows = contents.follows.get(guest or "", frozenset())
    hidden = contents.hidden.get(guest or "", frozenset())

    def seeks(to: str | None) -> list[lobby_wire.Seek]:
        rows = [row for row in contents.rows if row.settings.to == to and row.guest_id not in hidden]
        rows.sort(key=lambda row: row.guest_id not in follows)
        return [_seek(row, viewer, contents.makers[row.id]) for row in rows]

    def has_followed(row: GameRow) -> bool:
        return any(seat.guest_id in follows for seat in row.seats)

    games = sorted(contents.games, key=lambda row: not has_followed(row))[:MAX_GAMES]
    # A full lobby is not sorted for each viewer.
    followed_here = [person for person in sorted(follows) if person in contents.people]
    others = (person for person in contents.people if person != guest and person not in follows)
    here = (person for person in chain(followed_here, others) if person not in hidden)
    account = None if viewer.name is None else viewer.name.account
    return lobby_wire.LobbyView(
        seeks(None),
        [running(row, guest, contents.names) for row in games],
        [] if account is None else seeks(account),
        [games_views.person(contents.people[person]) for person in islice(here, MAX_PEOPLE)],
        _accounts(contents, follows),
    )


def _accounts(contents: Contents, persons: Collection[str]) -> list[str]:
    """The account names of these persons, as far as the lobby shows them."""
    if not persons:
        return []
    known = [contents.names, contents.people, *contents.makers.values()]
    found = {names[person].account for names in known for person in persons if person in names}
    return sorted(account for account in found if account is not None)


def _proposal(
    row: ChallengeRow, viewer: PlayerName | None, maker: PlayerName | None
) -> lobby_wire.Proposal | None:
    new = row.settings
    if viewer is None or viewer.grade is None or maker is None or maker.grade is None:
        return None
    if new.variant != SHOGI or new.sfen is not None:
        return None
    if viewer.grade == maker.grade:
        return None
    key = proposed(viewer.grade, maker.grade)
    name = games_views.handicap_name(Handicap.named(key))
    return lobby_wire.Proposal(key, name, viewer.grade > maker.grade)


def _maker(row: ChallengeRow, names: Names) -> Player:
    name = names.get(row.guest_id)
    return Player(games_views.GUEST, "person", None) if name is None else games_views.person(name)


def _seek(row: ChallengeRow, viewer: Viewer, names: Names) -> lobby_wire.Seek:
    new = row.settings
    mine = viewer.guest == row.guest_id
    maker, at_speed = names.get(row.guest_id), viewer.at.get(row.id)
    unrated = unrated_reason(new, maker, None if mine else viewer.name, known=not mine)
    return lobby_wire.Seek(
        id=row.id,
        created=games_views.iso(row.created_ms),
        mine=mine,
        maker=_maker(row, names),
        rated=new.rated and unrated is None,
        unrated_reason=unrated,
        side=_side(row, mine),
        handicap=new.handicap,
        handicap_name=_handicap(row)[0],
        set_up=new.sfen is not None,
        clock=new.clock,
        days=new.days,
        clock_text=_clock(row),
        variant=new.variant,
        variant_name=games_views.variant_name(variant_key(new.variant, new.options)),
        rating_within=new.rating_within,
        fits=mine or fits(new, maker, at_speed),
        proposal=None if mine else _proposal(row, at_speed, maker),
    )


def running(row: GameRow, guest: str | None, names: Names) -> lobby_wire.RunningGame:
    """A public game, as this guest sees it in a list."""
    black, white = games_views.seat_players(row, guest, names)
    return lobby_wire.RunningGame(
        id=row.id,
        variant=row.variant,
        variant_name=games_views.variant_name(row.variant),
        black=black,
        white=white,
        handicap=row.handicap,
        plies=row.plies,
        sfen=row.sfen,
    )


def _side(row: ChallengeRow, mine: bool) -> Literal["black", "white", "furigoma"]:
    """The viewer's colour: the maker's choice, or the other one."""
    side = row.settings.side
    if mine or side == "furigoma":
        return side
    return "white" if side == "black" else "black"


def _handicap(row: ChallengeRow) -> tuple[Text, str]:
    """The handicap's name, and the start position."""
    new = row.settings
    variant = variant_key(new.variant, new.options)
    if new.sfen is not None:
        return SET_UP, new.sfen.on(variant).sfen()
    if variant != SHOGI:
        return Text("", ""), variant_of(variant).sfen
    handicap = Handicap.named(new.handicap)
    return games_views.handicap_name(handicap), handicap.sfen


def _clock(row: ChallengeRow) -> Text:
    new = row.settings
    if new.days is None and new.clock is None:
        return NO_CLOCK
    control = TimeControl(0, days=new.days or 0) if new.clock is None else time_control(new.clock)
    return Text(control.text("en"), control.text("ja"))
