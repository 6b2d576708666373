"""Converts events to wire types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from komadai.messages.text import Text
from komadai.server.games.views import handicap_name, iso, variant_name
from komadai.server.http.addresses import Base
from komadai.server.people.profiles import display_name
from komadai.server.people.store import Account
from komadai.server.tournaments import wire
from komadai.server.tournaments.kind_views import clock_text, ladder_view, league_view, simul_view
from komadai.server.tournaments.session import Place, TournamentSession, handicap_of, status_of
from komadai.server.tournaments.store import TournamentRow
from komadai.tournaments import (
    Arena,
    League,
    Swiss,
    Tournament,
    crosstable,
    league,
    rank_text,
    teams,
)
from komadai.tournaments.core.claims import Claim
from komadai.tournaments.core.rounds import Round
from komadai.tournaments.core.table import member_name, number_text, rank_shown

LATEST: Final = 20
"""The ended games of an arena that are shown to all."""
GAMES: Final = 100
"""The games of a ladder that are shown, the last ones."""


def summary(row: TournamentRow) -> wire.TournamentSummary:
    """An event in the list."""
    new = row.settings
    return wire.TournamentSummary(
        id=row.id,
        name=new.name,
        system=new.system,
        status=row.status,  # type: ignore[arg-type]
        created=iso(row.created_ms),
        date=new.date,
        place=new.place,
        variant=new.variant,
        variant_name=variant_name(new.variant),
        players=row.players,
        round=row.rounds,
        rounds=row.total_rounds,
        starts=iso(new.starts_ms) if new.starts_ms and row.status == "open" else None,
    )


def link_of(base: Base, event_id: str) -> str:
    """The address of an event's page."""
    return f"{base.address}/events/{event_id}"


def view(
    loaded: TournamentSession,
    viewer: Account | None,
    accounts: Mapping[str, Account],
    base: Base,
    title: wire.TournamentTitle | None = None,
    arena: wire.ArenaView | None = None,
    *,
    now_ms: int,
    sheets_key: str | None = None,
) -> wire.TournamentView:
    """An event, as this viewer sees it. ``accounts``: the owner, arbiters, players and recorders;
    ``sheets_key``: for the owner."""
    event, new = loaded.event, loaded.row.settings
    me = None if viewer is None else loaded.number_of(viewer.id)
    arbiter = loaded.is_arbiter(viewer)
    return wire.TournamentView(
        id=loaded.id,
        version=event.count,
        link=link_of(base, loaded.id),
        reachable=base.reachable,
        name=event.settings.name,
        system=event.settings.system,
        status=status_of(event),
        place=event.settings.place,
        date=event.settings.date,
        handicaps=event.settings.handicaps,
        scale=event.settings.scale,
        online=new.online,
        open=new.open,
        private=new.private,
        sheets_key=sheets_key,
        rated=new.rated,
        clock_text=clock_text(new.clock),
        days=new.days,
        clocked=new.clock is not None,
        variant=new.variant,
        variant_name=variant_name(new.variant),
        owner=display_name(accounts.get(loaded.row.owner_id)),
        arbiters=[accounts[each].name for each in loaded.arbiters if each in accounts],
        total_rounds=event.total_rounds,
        boards=event.boards,
        owned=viewer is not None and viewer.id == loaded.row.owner_id,
        arbiter=arbiter,
        me=me,
        can_join=new.open and me is None and event.can_enter,
        players=[
            _player(loaded, number, accounts, knows_lineup=arbiter or number == me)
            for number in event.players
        ],
        rounds=[
            _round(loaded, each, me, viewer, accounts)
            for each in event.rounds
            if each.number > len(event.rounds) - GAMES or each.open_boards or event.columns != "none"
        ],
        forced=[
            wire.ForcedGame(black=black, white=white)
            for black, white in (event.forced if isinstance(event, Swiss) else ())
        ],
        claims=[
            _claim(loaded, claim, accounts)
            for claim in event.claims
            if arbiter or (viewer is not None and _sees_claim(loaded, claim, viewer.id))
        ],
        points_out=viewer is not None and not arbiter and event.settings.third_persons and not event.finished,
        tie_breaks=list(event.tie_breaks),
        decided=event.is_decided and bool(event.rounds),
        title=title,
        arena=arena,
        simul=simul_view(loaded),
        ladder=ladder_view(event),
        league=league_view(event, now_ms),
        table=_table_of(loaded),
    )


def _round(
    loaded: TournamentSession,
    each: Round,
    me: int | None,
    viewer: Account | None,
    accounts: Mapping[str, Account],
) -> wire.TournamentRound:
    games = [_game(loaded, each.number, index, viewer, accounts) for index in _shown(loaded.event, each, me)]
    return wire.TournamentRound(number=each.number, started=each.started, games=games)


def _claim(loaded: TournamentSession, claim: Claim, accounts: Mapping[str, Account]) -> wire.TournamentClaim:
    by = against = None
    if claim.third_person:
        by = display_name(accounts.get(loaded.third_persons.get(claim.number, "")))
        against = loaded.event.game(claim.round, claim.board).opponent_of(claim.player)
    return wire.TournamentClaim(
        number=claim.number,
        round=claim.round,
        board=claim.board,
        seat=claim.seat,
        player=claim.player,
        by=by,
        against=against,
        infraction=claim.infraction,
        late=claim.late,
        text=claim.text,
        accepted=claim.accepted,
        answer=claim.answer,
    )


def _sees_claim(loaded: TournamentSession, claim: Claim, person: str) -> bool:
    """Whether the person plays at the board of a claim, or made it."""
    place = Place(loaded.event.game(claim.round, claim.board), claim.seat)
    return loaded.plays_at(person, place) or loaded.third_persons.get(claim.number) == person


def _shown(event: Tournament, each: Round, me: int | None) -> list[int]:
    """The games of a round that are shown: all. An arena has hundreds: those that are played, the viewer's
    own, and the latest."""
    games = each.games
    if not isinstance(event, Arena):
        return list(range(len(games)))
    ended = sorted((game.ended_at, index) for index, game in enumerate(games) if not game.is_open)
    latest = {index for _, index in ended[-LATEST:]}
    return [
        index
        for index, game in enumerate(games)
        if game.is_open or index in latest or (me is not None and me in game.players)
    ]


def _player(
    loaded: TournamentSession, number: int, accounts: Mapping[str, Account], *, knows_lineup: bool
) -> wire.TournamentPlayer:
    event = loaded.event
    player = event.players[number]
    account = accounts.get(loaded.persons.get(number, ""))
    return wire.TournamentPlayer(
        number=number,
        name=player.name,
        account=None if account is None or account.deleted_ms is not None else account.name,
        rating=player.rating,
        rank=Text(rank_shown(event, player, "en"), rank_shown(event, player, "ja")),
        club=player.club,
        first_round=player.first_round,
        withdrawn=player.withdrawn,
        points=event.score(number),
        sits_out=event.sitting_out.get(number) if isinstance(event, Swiss) else None,
        members=[
            wire.TeamMember(
                name=member.name,
                account=None if member.account not in accounts else accounts[member.account].name,
                rank=Text(rank_text(member.rank, "en"), rank_text(member.rank, "ja")),
                rating=member.rating,
            )
            for member in player.members
        ],
        languages=list(league.languages(event, number)) if isinstance(event, League) else [],
        wanted=league.wanted(event, number) if isinstance(event, League) else league.OPPONENTS,
        lineup=None
        if not knows_lineup or not player.members
        else list(event.lineups.get(number) or teams.usual_lineup(player, event.boards)),
    )


def _game(
    loaded: TournamentSession,
    round_number: int,
    index: int,
    viewer: Account | None,
    accounts: Mapping[str, Account],
) -> wire.TournamentGame:
    game = loaded.event.rounds[round_number - 1].games[index]
    played = loaded.game_at(Place(game)) if game.board and not game.boards else None
    recorder = None if played is None else accounts.get(played.recorder or "")
    return wire.TournamentGame(
        board=game.board,
        black=game.pairing.black,
        white=game.pairing.white,
        handicap=game.pairing.handicap,
        handicap_name=handicap_name(handicap_of(game)),
        bye=None if game.board else game.pairing.bye or "full",
        result=game.result,
        game=None if played is None else played.game_id,
        playing=played is not None and played.status != "finished",
        recorder="" if recorder is None else recorder.name,
        boards=[_team_board(loaded, place, viewer, accounts) for place in loaded.places(game) if game.boards],
        board_points=list(map(number_text, teams.points(game))) if game.boards else [],
        recording=recorder is not None and viewer is not None and recorder.id == viewer.id,
        replays=game.replays,
        contradicts=_contradiction(loaded, Place(game), viewer) if game.board and not game.boards else None,
    )


def _team_board(
    loaded: TournamentSession, place: Place, viewer: Account | None, accounts: Mapping[str, Account]
) -> wire.TeamBoard:
    black, white = teams.members_on(place.game, place.seat)
    played = loaded.game_at(place)
    recorder = None if played is None else accounts.get(played.recorder or "")
    return wire.TeamBoard(
        black=member_name(loaded.event, black),
        white=member_name(loaded.event, white),
        black_team=black[0],
        result=place.game.boards[place.seat - 1],
        game=None if played is None else played.game_id,
        playing=played is not None and played.status != "finished",
        recorder="" if recorder is None else recorder.name,
        recording=recorder is not None and viewer is not None and recorder.id == viewer.id,
        mine=viewer is not None and viewer.id in loaded.persons_at(place),
        contradicts=_contradiction(loaded, place, viewer),
    )


def _contradiction(loaded: TournamentSession, place: Place, viewer: Account | None) -> wire.OwnResult | None:
    """For the players of a game and the arbiters."""
    if viewer is None or not (loaded.is_arbiter(viewer) or viewer.id in loaded.persons_at(place)):
        return None
    return loaded.contradiction(place)


def _table_of(loaded: TournamentSession) -> list[wire.TournamentLine]:
    """The table, made once for each version: many pages ask for it after every game of an arena."""
    known = loaded.table
    if known is None or known[0] != loaded.event.count:
        known = loaded.table = loaded.event.count, _table(loaded.event)
    return known[1]


def _table(event: Tournament) -> list[wire.TournamentLine]:
    return [
        wire.TournamentLine(
            place=line.standing.place,
            player=line.standing.player,
            points=number_text(line.standing.points),
            tie_breaks=[number_text(value) for value in line.standing.tie_breaks],
            cells=[
                None
                if cell is None
                else wire.TournamentCell(
                    text=Text(cell.text("en"), cell.text("ja")), points=cell.points, opponent=cell.opponent
                )
                for cell in line.cells
            ],
        )
        for line in crosstable(event)
    ]
