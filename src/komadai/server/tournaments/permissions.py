"""The rights of persons in an event."""

from __future__ import annotations

import hmac
from typing import Final

from komadai.server.errors import ApiError
from komadai.server.people.store import Account
from komadai.server.tournaments import requests
from komadai.server.tournaments.session import Place, TournamentSession
from komadai.tournaments import EventError, Ladder, League, Simul
from komadai.tournaments.kinds.simul import rules as simul

OWN: Final = (
    requests.LeagueWants,
    requests.WithdrawPlayer,
    requests.ReturnPlayer,
    requests.SitOut,
    requests.AddMember,
    requests.LineUp,
)
"""The commands that players may give for themselves."""


def check_sees(loaded: TournamentSession, account: Account | None) -> None:
    """Raises ApiError ``not_found`` if the event is private and the account has no part in it."""
    if not loaded.row.settings.private or loaded.is_arbiter(account):
        return
    if account is not None and loaded.has(account.id):
        return
    raise ApiError("not_found")


def check_sees_sheets(loaded: TournamentSession, account: Account | None, link: str | None, key: str) -> None:
    """Raises ApiError ``not_found`` if the sheets open neither for this account nor with this key.

    ``link``: the key of the link that its owner has made.
    """
    if key and link is not None and hmac.compare_digest(key.encode(), link.encode()):
        return
    check_sees(loaded, account)


def check_may(loaded: TournamentSession, account: Account, command: requests.TournamentCommand) -> None:
    """Raises ApiError ``not_arbiter`` or ``not_owner`` if the account may not do this."""
    check_sees(loaded, account)
    if isinstance(command, requests.NameArbiter | requests.LinkSheets):
        if account.id != loaded.row.owner_id:
            raise ApiError("not_owner")
        return
    if loaded.is_arbiter(account) or isinstance(command, requests.Join):
        return
    me = loaded.number_of(account.id)
    if me is not None:
        if me == simul.HOST and _is_of_host(loaded, command):
            return
        if _is_own_in_ladder(loaded, me, command):
            return
        if isinstance(command, OWN) and command.player == me:
            return
    if isinstance(command, requests.MakeClaim) and _may_claim(loaded, account.id, command):
        return
    raise ApiError("not_arbiter")


def _may_claim(loaded: TournamentSession, person: str, command: requests.MakeClaim) -> bool:
    """Whether a person may claim this; of a third person the event decides."""
    claims = claimant(loaded, person, command)
    if command.against is None:
        return claims is not None and command.player in (None, claims)
    place = _place_of(loaded, command)
    return place is None or claims not in place.game.players


def claimant(loaded: TournamentSession, person: str, command: requests.MakeClaim) -> int | None:
    """The player or team for whom a person claims something; None if they do not play there."""
    place = _place_of(loaded, command)
    return loaded.number_of(person) if place is None else loaded.player_of(person, place)


def _place_of(loaded: TournamentSession, command: requests.MakeClaim) -> Place | None:
    """Where the game of a claim is played; None: there is no such game."""
    try:
        game = loaded.event.game(command.round, command.board)
    except EventError:
        return None
    return Place(game, command.seat if command.seat <= len(game.boards) else 0)


def _is_of_host(loaded: TournamentSession, command: requests.TournamentCommand) -> bool:
    """Whether the host of a simultaneous display may do this."""
    return isinstance(loaded.event, Simul) and isinstance(
        command, requests.AcceptPlayer | requests.StartRound | requests.Finish
    )


def _is_own_in_ladder(loaded: TournamentSession, me: int, command: requests.TournamentCommand) -> bool:
    """Whether a player of a ladder or league may do this: their challenges, and the first result of a game
    that is not played here."""
    event = loaded.event
    if not isinstance(event, Ladder | League):
        return False
    match command:
        case requests.LadderChallenge():
            return command.player in (None, me)
        case requests.AnswerLadder() | requests.TakeBackLadder():
            if not isinstance(event, Ladder) or command.challenge > len(event.challenges):
                return False
            challenge = event.challenges[command.challenge - 1]
            return me == (
                challenge.opponent if isinstance(command, requests.AnswerLadder) else challenge.player
            )
        case requests.EnterResult() if 1 <= command.round <= len(event.rounds):
            boards = event.rounds[command.round - 1].boards
            game = boards[command.board - 1] if command.board <= len(boards) else None
            if game is None or me not in game.players or not game.is_open:
                return False
            return loaded.game_at(Place(game)) is None
        case _:
            return False
