"""Who may do what in an event."""

from __future__ import annotations

from typing import Final

from komadai.events import EventError
from komadai.events.kinds import simul
from komadai.server.errors import ApiError
from komadai.server.events import requests
from komadai.server.events.tournament import Place, Tournament
from komadai.server.people.store import Account

OWN: Final = (
    requests.LeagueWants,
    requests.WithdrawPlayer,
    requests.ReturnPlayer,
    requests.SitOut,
    requests.AddMember,
    requests.LineUp,
)
"""What a player may do for themselves."""


def check_may(loaded: Tournament, account: Account, command: requests.TournamentCommand) -> None:
    """Raises ApiError ``not_arbiter`` or ``not_owner`` if the account may not do this."""
    if isinstance(command, requests.NameArbiter):
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
    if isinstance(command, requests.MakeClaim):
        claims = claimant(loaded, account.id, command)
        if claims is not None and command.player in (None, claims):
            return
    raise ApiError("not_arbiter")


def claimant(loaded: Tournament, person: str, command: requests.MakeClaim) -> int | None:
    """The player or team for whom a person claims something; None if they do not play there."""
    try:
        game = loaded.event.game(command.round, command.board)
    except EventError:
        return loaded.number_of(person)
    return loaded.player_of(person, Place(game, command.seat if command.seat <= len(game.boards) else 0))


def _is_of_host(loaded: Tournament, command: requests.TournamentCommand) -> bool:
    """Whether the host of a simultaneous display may do this."""
    return loaded.event.settings.system == "simul" and isinstance(
        command, requests.AcceptPlayer | requests.StartRound | requests.Finish
    )


def _is_own_in_ladder(loaded: Tournament, me: int, command: requests.TournamentCommand) -> bool:
    """Whether a player of a ladder or league may do this: their challenges, and the first result of a game
    that is not played here."""
    event = loaded.event
    if event.settings.system not in ("ladder", "league"):
        return False
    match command:
        case requests.LadderChallenge():
            return command.player in (None, me)
        case requests.AnswerLadder() | requests.TakeBackLadder():
            if command.challenge > len(event.challenges):
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
