"""The acts of the commands that change only the log."""

from __future__ import annotations

from komadai.messages.text import Text
from komadai.server.errors import ApiError
from komadai.server.people.store import Account
from komadai.server.tournaments import requests
from komadai.server.tournaments.permissions import claimant
from komadai.server.tournaments.result_names import RESULTS
from komadai.server.tournaments.session import TournamentSession
from komadai.tournaments import (
    Act,
    EventError,
    Ladder,
    League,
    Simul,
    Swiss,
    TitleMatch,
    Tournament,
    read_rank,
)
from komadai.tournaments import acts as event_acts


def decide(
    session: TournamentSession, account: Account, command: requests.TournamentCommand, event: Tournament
) -> Act:
    """The act of a command that changes only the log."""
    at = session.now_ms()
    match command:
        case requests.CorrectPlayer():
            return _corrected(event, command, at)
        case requests.AcceptPlayer():
            return Simul.of(event).accept(command.player, command.handicap, at=at)
        case requests.WithdrawPlayer():
            return event.withdraw(command.player, at=at, reason=command.reason)
        case requests.ReturnPlayer():
            return event.come_back(command.player, at=at)
        case requests.SitOut():
            return Swiss.of(event).sit_out(command.player, command.bye, at=at)
        case requests.ForcePair():
            return Swiss.of(event).force(
                command.black, command.white, at=at, again=command.again, reason=command.reason
            )
        case requests.Unforce():
            return Swiss.of(event).unforce(at=at)
        case requests.Unpair():
            return event.unpair(at=at, reason=command.reason)
        case requests.EnterResult():
            return _result(event, command, at)
        case requests.LineUp():
            return event.line_up(command.player, command.members, at=at)
        case requests.LeagueWants():
            return League.of(event).want(command.player, command.opponents, command.languages, at=at)
        case requests.LadderChallenge():
            challenger = command.player or session.number_of(account.id) or 0
            return Ladder.of(event).challenge(challenger, command.opponent, at=at)
        case requests.AnswerLadder():
            return Ladder.of(event).answer(command.challenge, command.accept, at=at)
        case requests.TakeBackLadder():
            return Ladder.of(event).take_back_challenge(command.challenge, at=at)
        case requests.SetColors():
            return TitleMatch.of(event).set_colors(command.round, command.board, command.black, at=at)
        case requests.MakeClaim() if command.against is not None:
            return event.point_out(
                command.round, command.board, command.against, command.text, at=at, seat=command.seat
            )
        case requests.MakeClaim():
            player = command.player or claimant(session, account.id, command) or 0
            return event.claim(
                command.round,
                command.board,
                player,
                command.text,
                at=at,
                seat=command.seat,
                infraction=command.infraction,
            )
        case requests.Finish():
            return event.finish(at=at)
        case requests.Reopen():
            return event.reopen(at=at)
        case _:
            raise AssertionError(command)


def _result(event: Tournament, command: requests.EnterResult, at: int) -> event_acts.Resulted:
    """Raises ApiError ``other_result`` if the arbiter saw another result than the one that stands."""
    act = event.enter_result(
        command.round, command.board, command.result, at=at, seat=command.seat, reason=command.reason
    )
    match_result = event.game(command.round, command.board).whole_match_result
    standing = act.before if match_result is None else match_result
    if standing != command.corrects:
        raise ApiError("other_result", standing=standing, why=RESULTS[standing])
    return act


def _corrected(event: Tournament, command: requests.CorrectPlayer, at: int) -> event_acts.Corrected:
    """Raises ApiError with the field that is wrong."""
    field = "rank"
    try:
        rank = event.player(command.player).rank if command.rank is None else read_rank(command.rank)
        field = "name"
        return event.correct(command.player, command.name, rank, at=at)
    except EventError as error:
        raise ApiError("event_refused", field=field, why=Text.of_error(error)) from error
