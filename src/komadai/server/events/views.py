"""Converts events to wire types."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, date, datetime
from typing import Final

from komadai.events import Act, Event, acts, crosstable, ladder, league, league_report, rank_text, teams
from komadai.events.games import Round
from komadai.events.kinds import arena, simul
from komadai.events.table import WITHOUT_ROUNDS, member_name, number_text, rank_shown, round_name
from komadai.handicap import Handicap
from komadai.play.boards import SHOGI, variant_of
from komadai.play.events import ClockSettings
from komadai.play.state import time_control
from komadai.play.texts import Text
from komadai.server.events import creation, wire
from komadai.server.events.result_names import RESULTS
from komadai.server.events.store import StoredAct, TournamentRow
from komadai.server.events.tournament import Place, Tournament, handicap_of, status_of
from komadai.server.games.views import handicap_name, iso
from komadai.server.http.addresses import Base
from komadai.server.people.profiles import display_name
from komadai.server.people.store import Account

LATEST: Final = 20
"""The ended games of an arena that are shown to all."""
NO_CLOCK: Final = Text("no clock", "時間無制限")
SHOGI_NAME: Final = Text("Shogi", "本将棋")
GAMES: Final = 100
"""The games of a ladder that are shown, the last ones."""
SERVER: Final = Text("Server", "サーバー")
ANSWERS: Final = {
    "accepted": Text("accepted", "を受ける"),
    "refused": Text("refused", "を断る"),
    "expired": Text("did not answer", "に期限までに答えず"),
}


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
        variant_name=_variant(new.variant),
        players=row.players,
        round=row.rounds,
        rounds=row.total_rounds,
    )


def link_of(base: Base, event_id: str) -> str:
    """The address of an event's page."""
    return f"{base.address}/events/{event_id}"


def view(
    loaded: Tournament,
    viewer: Account | None,
    accounts: Mapping[str, Account],
    base: Base,
    title: wire.TournamentTitle | None = None,
    arena: wire.ArenaView | None = None,
    *,
    now_ms: int,
) -> wire.TournamentView:
    """An event, as this viewer sees it. ``accounts``: the owner, arbiters, players and recorders."""
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
        rated=new.rated,
        clock_text=_clock_text(new.clock),
        days=new.days,
        clocked=new.clock is not None,
        variant=new.variant,
        variant_name=_variant(new.variant),
        owner=display_name(accounts.get(loaded.row.owner_id)),
        arbiters=[accounts[each].name for each in loaded.arbiters if each in accounts],
        total_rounds=event.total_rounds,
        boards=event.settings.boards,
        owned=viewer is not None and viewer.id == loaded.row.owner_id,
        arbiter=arbiter,
        me=me,
        can_join=new.open and me is None and event.can_enter,
        players=[
            _player(loaded, number, accounts, knows_lineup=arbiter or number == me)
            for number in event.players
        ],
        rounds=[
            wire.TournamentRound(
                number=each.number,
                started=each.started,
                games=[
                    _game(loaded, each.number, index, viewer, accounts) for index in _shown(event, each, me)
                ],
            )
            for each in event.rounds
            if each.number > len(event.rounds) - GAMES
            or each.open_boards
            or event.settings.system not in WITHOUT_ROUNDS
        ],
        forced=[wire.ForcedGame(black=black, white=white) for black, white in event.forced],
        claims=[
            wire.TournamentClaim(
                number=claim.number,
                round=claim.round,
                board=claim.board,
                seat=claim.seat,
                player=claim.player,
                infraction=claim.infraction,
                late=claim.late,
                text=claim.text,
                accepted=claim.accepted,
                answer=claim.answer,
            )
            for claim in event.claims
            if arbiter
            or (
                viewer is not None
                and loaded.plays_at(viewer.id, Place(event.game(claim.round, claim.board), claim.seat))
            )
        ],
        tie_breaks=list(event.tie_breaks),
        decided=event.is_decided and bool(event.rounds),
        title=title,
        arena=arena,
        simul=_simul(loaded),
        ladder=_ladder(event),
        league=_league(event, now_ms),
        table=_table_of(loaded),
    )


def _league(event: Event, now_ms: int) -> wire.TournamentLeague | None:
    if event.settings.system != "league":
        return None
    today = datetime.fromtimestamp(now_ms / 1000, UTC).date()
    return wire.TournamentLeague(
        reports=[day.isoformat() for day in league_report.days(event, now_ms)], today=today.isoformat()
    )


def report(event: Event, day: date) -> wire.LeagueReport:
    """The report of a league at the end of this day."""
    return wire.LeagueReport(
        day.isoformat(),
        league_report.before(day).isoformat(),
        [
            wire.LeagueReportLine(
                place=line.place,
                player=line.player,
                name=event.players[line.player].name,
                strength=line.strength,
                change=line.change,
                won=line.won,
                drawn=line.drawn,
                lost=line.lost,
                languages=list(line.languages),
            )
            for line in league_report.report(event, day)
        ],
    )


def _simul(loaded: Tournament) -> wire.SimulView | None:
    event, new = loaded.event, loaded.row.settings
    if event.settings.system != "simul":
        return None
    order = [*event.accepted, *(player.number for player in event.present if player.number != simul.HOST)]
    sheet = simul.sheet(event)
    return wire.SimulView(
        host=simul.HOST,
        host_clock_text=_clock_text(creation.host_clock(new)),
        boards=simul.BOARDS,
        applicants=[_applicant(event, number) for number in dict.fromkeys(order)],
        won=sheet.won,
        drawn=sheet.drawn,
        lost=sheet.lost,
        playing=sheet.playing,
    )


def _applicant(event: Event, number: int) -> wire.SimulApplicant:
    key = event.accepted.get(number)
    return wire.SimulApplicant(
        player=number,
        handicap=key,
        handicap_name=None if key is None else handicap_name(Handicap.named(key)),
        proposed=simul.proposed(event, number),
    )


def _ladder(event: Event) -> wire.TournamentLadder | None:
    settings = event.settings
    if settings.system != "ladder":
        return None
    return wire.TournamentLadder(
        reach=settings.reach,
        answer_days=settings.answer_days,
        idle_days=settings.idle_days,
        places=[
            wire.LadderPlace(player=number, may_challenge=ladder.can_challenge(event, number))
            for number in ladder.order(event)
        ],
        challenges=[
            wire.WaitingChallenge(
                number=each.number,
                player=each.player,
                opponent=each.opponent,
                until=iso(ladder.deadline(event, each)),
            )
            for each in event.challenges
            if each.answer is None
        ],
    )


def _shown(event: Event, each: Round, me: int | None) -> list[int]:
    """The games of a round that are shown: all. An arena has hundreds: those that are played, the viewer's
    own, and the latest."""
    games = each.games
    if not event.kind.is_continuous:
        return list(range(len(games)))
    ended = sorted((game.ended_at, index) for index, game in enumerate(games) if not game.is_open)
    latest = {index for _, index in ended[-LATEST:]}
    return [
        index
        for index, game in enumerate(games)
        if game.is_open or index in latest or (me is not None and me in game.players)
    ]


def arena_view(loaded: Tournament, here: Collection[str], now_ms: int) -> wire.ArenaView:
    """What is special about an arena. ``here``: the persons who have its page open."""
    event = loaded.event
    settings, begun = event.settings, bool(event.rounds)
    open_games = [game for each in event.rounds for game in each.games if game.is_open]
    playing = {number for game in open_games for number in game.players}
    starts = settings.starts_at if settings.starts_at and not begun else None
    ends = arena.ends_at(event) if begun else None
    due = None if event.finished else ends if begun else starts
    free = (player.number for player in event.present if player.number not in playing)
    return wire.ArenaView(
        minutes=settings.minutes,
        streaks=settings.streaks,
        starts=None if starts is None else iso(starts),
        ends=None if ends is None else iso(ends),
        ms_left=None if due is None else max(0, due - now_ms),
        games=sum(len(each.games) for each in event.rounds),
        playing=len(open_games),
        waiting=[number for number in free if loaded.persons.get(number) in here],
        on_fire=[number for number in event.players if arena.on_fire(event, number)],
    )


def _player(
    loaded: Tournament, number: int, accounts: Mapping[str, Account], *, knows_lineup: bool
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
        sits_out=event.sitting_out.get(number),
        members=[
            wire.TeamMember(
                name=member.name,
                account=None if member.account not in accounts else accounts[member.account].name,
                rank=Text(rank_text(member.rank, "en"), rank_text(member.rank, "ja")),
                rating=member.rating,
            )
            for member in player.members
        ],
        languages=list(league.languages(event, number)),
        wanted=league.wanted(event, number),
        lineup=None
        if not knows_lineup or not player.members
        else list(event.lineups.get(number) or teams.usual_lineup(player, event.settings.boards)),
    )


def _game(
    loaded: Tournament,
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
    loaded: Tournament, place: Place, viewer: Account | None, accounts: Mapping[str, Account]
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


def _contradiction(loaded: Tournament, place: Place, viewer: Account | None) -> wire.OwnResult | None:
    """For the players of a game and the arbiters."""
    if viewer is None or not (loaded.is_arbiter(viewer) or viewer.id in loaded.persons_at(place)):
        return None
    return loaded.contradiction(place)


def _table_of(loaded: Tournament) -> list[wire.TournamentLine]:
    """The table, made once for each version: many pages ask for it after every game of an arena."""
    known = loaded.table
    if known is None or known[0] != loaded.event.count:
        known = loaded.table = loaded.event.count, _table(loaded.event)
    return known[1]


def _table(event: Event) -> list[wire.TournamentLine]:
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


def log(loaded: Tournament, stored: list[StoredAct], accounts: Mapping[str, Account]) -> wire.TournamentLog:
    """What was done, newest first."""
    return wire.TournamentLog(
        [
            wire.TournamentLogEntry(
                at=iso(each.at_ms),
                by=SERVER if not each.person_id else display_name(accounts.get(each.person_id)),
                text=_told(loaded.event, each.act),
            )
            for each in reversed(stored)
        ]
    )


def _told(event: Event, act: Act) -> Text:
    """An act in words."""

    def name(number: int) -> str:
        return event.players[number].name if number in event.players else str(number)

    def because(text: Text, reason: str) -> Text:
        return Text(f"{text.en}: {reason}", f"{text.ja}：{reason}") if reason else text

    def round_of(number: int) -> Text:
        return Text(round_name(event, number, "en"), round_name(event, number, "ja"))

    def board_of(number: int, board: int, seat: int = 0) -> Text:
        place = round_of(number)
        if event.settings.system in ("title-match", "ladder"):
            return place
        if event.settings.system == "simul":
            return Text(f"Board {board}", f"{board}番")
        if seat:
            return Text(f"{place.en}, board {board}.{seat}", f"{place.ja}{board}番の{seat}")
        return Text(f"{place.en}, board {board}", f"{place.ja}{board}番")

    match act:
        case acts.Created():
            return Text("The event was created.", "大会を作成")
        case acts.Entered():
            return Text(f"{act.name} entered.", f"{act.name}さんが参加")
        case acts.MemberAdded():
            return Text(
                f"{name(act.player)}: {act.member.name} joined the team.",
                f"{name(act.player)}に{act.member.name}さんが加入",
            )
        case acts.LinedUp():
            return Text(f"{name(act.player)} handed in a lineup.", f"{name(act.player)}がオーダーを提出")
        case acts.Accepted() if act.handicap is None:
            return Text(f"{name(act.player)} is not accepted.", f"{name(act.player)}さんの承認を取り消し")
        case acts.Accepted():
            given = handicap_name(Handicap.named(act.handicap or "even"))
            return Text(
                f"{name(act.player)} was accepted: {given.en}.",
                f"{name(act.player)}さんを承認（{given.ja}）",
            )
        case acts.Withdrawn():
            if event.kind.is_continuous:
                return because(
                    Text(f"{name(act.player)} paused", f"{name(act.player)}さんが休憩"), act.reason
                )
            return because(Text(f"{name(act.player)} withdrew", f"{name(act.player)}さんが棄権"), act.reason)
        case acts.Returned():
            return Text(f"{name(act.player)} plays again.", f"{name(act.player)}さんが復帰")
        case acts.SitsOut():
            if act.bye is None:
                return Text(
                    f"{name(act.player)} plays the next round.", f"{name(act.player)}さんが次の回戦に出場"
                )
            return Text(
                f"{name(act.player)} sits out the next round.", f"{name(act.player)}さんが次の回戦を欠場"
            )
        case acts.Forced():
            if act.white is None:
                return because(
                    Text(
                        f"Set by hand: a bye for {name(act.black)}",
                        f"手動で指定：{name(act.black)}さんの不戦勝",
                    ),
                    act.reason,
                )
            pair = f"{name(act.black)} – {name(act.white)}"
            return because(Text(f"Set by hand: {pair}", f"手動で指定：{pair}"), act.reason)
        case acts.Unforced():
            return Text("The games set by hand were taken back.", "手動の組合せを取り消し")
        case acts.Paired() if event.settings.system == "simul":
            return Text(f"The boards were set up: {len(act.pairings)}", f"{len(act.pairings)}面に決定")
        case acts.Started() if event.settings.system == "simul":
            return Text("The simultaneous display began.", "多面指しを開始")
        case acts.Paired():
            place = round_of(act.round)
            return Text(f"{place.en} was paired.", f"{place.ja}の組合せを決定")
        case acts.Unpaired():
            place = round_of(act.round)
            taken = Text(f"{place.en}: the pairings were taken back", f"{place.ja}の組合せを取り消し")
            return because(taken, act.reason)
        case acts.Started() if event.kind.is_continuous:
            return Text("The arena began.", "アリーナを開始")
        case acts.Matched():
            pairs = ", ".join(f"{name(each.black)} – {name(each.white or 0)}" for each in act.pairings)
            return Text(f"Paired: {pairs}", f"組合せ：{pairs}")
        case acts.Started():
            place = round_of(act.round)
            return Text(f"{place.en} began.", f"{place.ja}を開始")
        case acts.Resulted():
            result, before = RESULTS[act.result], RESULTS[act.before]
            place = board_of(act.round, act.board, act.seat)
            if act.before is None:
                return because(Text(f"{place.en}: {result.en}", f"{place.ja}：{result.ja}"), act.reason)
            told = Text(
                f"{place.en}: corrected from {before.en} to {result.en}",
                f"{place.ja}：{before.ja}から{result.ja}に訂正",
            )
            return because(told, act.reason)
        case acts.Wants():
            languages = f" ({', '.join(act.languages)})" if act.languages else ""
            return Text(
                f"{name(act.player)} wants {act.opponents} opponents{languages}.",
                f"{name(act.player)}さんの希望：相手{act.opponents}人{languages}",
            )
        case acts.Challenged():
            return Text(
                f"{name(act.player)} challenged {name(act.opponent)}.",
                f"{name(act.player)}さんが{name(act.opponent)}さんに挑戦",
            )
        case acts.Answered():
            who = event.challenges[act.challenge - 1]
            said = ANSWERS[act.answer]
            return Text(
                f"{name(who.opponent)} {said.en} the challenge of {name(who.player)}.",
                f"{name(who.opponent)}さんが{name(who.player)}さんの挑戦{said.ja}",
            )
        case acts.ChallengeTakenBack():
            who = event.challenges[act.challenge - 1]
            return Text(
                f"{name(who.player)} took the challenge back.", f"{name(who.player)}さんが挑戦を取り消し"
            )
        case acts.Slid():
            return Text(
                f"{name(act.player)} was idle and slid down a place.",
                f"{name(act.player)}さんは対局がなく順位が一つ下がる",
            )
        case acts.Replayed():
            place = board_of(act.round, act.board)
            return Text(f"{place.en}: sennichite; replayed with colours reversed.",
                        f"{place.ja}：千日手。先後を入れ替えて指し直し")  # fmt: skip
        case acts.Claimed():
            place = board_of(act.round, act.board, act.seat)
            return Text(f"{place.en}: {name(act.player)} made claim {act.claim}.",
                        f"{place.ja}：{name(act.player)}さんの申し立て{act.claim}")  # fmt: skip
        case acts.Ruled():
            verdict = Text("accepted", "認めた") if act.accepted else Text("refused", "却下")
            return because(
                Text(f"Claim {act.claim} was {verdict.en}", f"申し立て{act.claim}：{verdict.ja}"), act.text
            )
        case acts.Finished():
            return Text("The event is over.", "大会を終了")
        case acts.Reopened():
            return Text("The event was opened again.", "大会を再開")


def _clock_text(clock: ClockSettings | None) -> Text:
    if clock is None:
        return NO_CLOCK
    control = time_control(clock)
    return Text(control.text("en"), control.text("ja"))


def _variant(name: str) -> Text:
    if name == SHOGI:
        return SHOGI_NAME
    names = variant_of(name).names
    return Text(names["en"], names.get("ja", names["en"]))
