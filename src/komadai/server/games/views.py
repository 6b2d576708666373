"""Converts the state of a game to wire types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from komadai._core import Board
from komadai.engine.levels import LEVELS
from komadai.engine.program import OUR_ENGINE
from komadai.handicap import HANDICAPS, Handicap
from komadai.impasse import Condition, ImpasseRule, can_declare, conditions, points
from komadai.messages.text import Text
from komadai.outcome import Infraction, Outcome, Termination
from komadai.pieces import Color
from komadai.play import events as ev
from komadai.play.boards import SHOGI, board_of, read_key, variant_of
from komadai.play.game import GameMachine
from komadai.play.premoves import premoves as list_premoves
from komadai.play.state import PlayedMove, color_name
from komadai.ratings.handicaps import is_rated
from komadai.server.chat.phrases import PHRASES
from komadai.server.chat.wire import PhraseView
from komadai.server.games import program_remarks
from komadai.server.games import wire as games_wire
from komadai.server.games.access import Visibility
from komadai.server.games.player_names import Names, PlayerName
from komadai.server.games.storage.store import searchable
from komadai.server.games.storage.tables import GameRow, SeatRow
from komadai.server.games.storage.vacations import DAYS_A_YEAR, State
from komadai.server.positions import wire as positions_wire
from komadai.server.positions.views import checked, play
from komadai.server.ratings.service import UnratedReason
from komadai.server.settings import Settings
from komadai.squares import rank_of

YOU: Final = Text("You", "あなた")
GUEST: Final = Text("Guest", "ゲスト")
BOTH: Final = (
    games_wire.Player(Text("Black", "先手"), "person", None),
    games_wire.Player(Text("White", "後手"), "person", None),
)
"""The players of a game that is played from one page."""
NO_RESULT: Final[dict[str, Text]] = {
    "engine_failed": Text(
        "No result: the engine failed several times in a row", "中断（エンジンが繰り返し停止）"
    ),
    "aborted": Text("Not played: a player left before both had moved", "中止（一手ずつ指す前に取りやめ）"),
    "agreed": Text("No result: the programs agreed to stop", "中断（両プログラムの合意）"),
    "server_stopped": Text("No result: the server was stopped", "中断（サーバーの停止）"),
    "no_first_move": Text(
        "Not played: the first move was not made in time", "中止（初手が時間内に指されず）"
    ),
}
"""The results of games that were interrupted, by the reason."""
NOBODY_CAME: Final = Text("Not played: neither player came", "不戦（両者とも来ず）")
ENTERED: Final = {
    "king_in_zone": Text("your king is in the promotion zone", "自玉が入玉している"),
    "opponents_king_in_zone": Text("the opponent’s king is in its promotion zone", "相手玉が入玉している"),
}
"""The conditions of an agreed impasse, from the view of a player."""
IMPASSE_SHOWN_FROM: Final = 4
"""The conditions of an impasse are shown if the king is this many ranks, or fewer, from the far edge."""


def options(settings: Settings) -> games_wire.Options:
    """The choices of a new game."""
    return games_wire.Options(
        levels=[
            games_wire.LevelChoice(level.level, Text(level.name_en, level.name_ja), level.rating)
            for level in LEVELS
        ],
        engines=[engine.name for engine in settings.engines],
        handicaps=[
            games_wire.HandicapChoice(
                each.key, handicap_name(each), each.sfen, _ranks(each), is_rated(each.key)
            )
            for each in HANDICAPS
        ],
        impasse_rules=[
            games_wire.ImpasseChoice(rule.value, Text(rule.name_in("en"), rule.name_in("ja")))
            for rule in ImpasseRule
        ],
        phrases=[PhraseView(key, text) for key, text in PHRASES.items()],
    )


def variant_name(key: str) -> Text:
    """The name of the variant of a game. Raises VariantError."""
    names = variant_of(key).names
    return Text(names["en"], names.get("ja", names["en"]))


def handicap_name(handicap: Handicap) -> Text:
    """The handicap's name."""
    return Text(handicap.english, handicap.japanese)


def _ranks(handicap: Handicap) -> Text | None:
    english, japanese = handicap.ranks_text("en"), handicap.ranks_text("ja")
    return Text(english, japanese) if english and japanese else None


class MoveList:
    """The wire moves of a game. Only moves that changed are converted again."""

    def __init__(self, start_sfen: str, variant: str = SHOGI) -> None:
        self.views: list[positions_wire.MoveView] = []
        self._analyses: dict[int, games_wire.ProgramAnalysis] = {}
        """The remarks of programs, by ply."""
        self._played: list[PlayedMove] = []
        self._board: Any = board_of(variant, start_sfen)

    def update(self, game: GameMachine) -> None:
        """Removes and adds moves until the list is that of the game."""
        same = 0
        for mine, theirs in zip(self._played, game.moves, strict=False):
            if mine is not theirs and mine != theirs:
                break
            same += 1
        while len(self._played) > same:
            self._analyses.pop(len(self._played), None)
            self._played.pop()
            self.views.pop()
            self._board.pop()
        shows_remarks = program_remarks.are_shown_with_moves(game)
        for played in game.moves[same:]:
            self._add(played)
            if shows_remarks:
                self._add_remark(game, self._board)

    def analyses(self, keep: int = 0) -> list[games_wire.ProgramAnalysis]:
        """The remarks of programs about the moves after the first ``keep``."""
        return [analysis for ply, analysis in self._analyses.items() if ply > keep]

    def _add_remark(self, game: GameMachine, board: Board) -> None:
        said = program_remarks.view(game, len(self._played) - 1, board)
        if said is not None:
            self._analyses[said.ply] = said

    def _add(self, played: PlayedMove) -> None:
        self._played.append(played)
        self.views.append(play(self._board, played.move, ply=len(self._played), ms=played.ms))


def position(game: GameMachine, colors: Sequence[Color]) -> positions_wire.PositionView:
    """The position, for the player of these colours.

    The legal moves are included only if it is the viewer's turn.
    """
    board = game.board
    can_move = game.humans_turn and game.turn in colors and game.sealed is None
    last = game.moves[-1].move.usi() if game.moves else None
    return positions_wire.PositionView(
        sfen=board.sfen(),
        turn=color_name(board.turn),
        legal=[move.usi() for move in board.legal_moves] if can_move else [],
        check=checked(game.board),
        last=last,
        impasse=impasse(game, colors[0]) if len(colors) == 1 and game.outcome is None else None,
    )


def premoves(game: GameMachine, colors: Sequence[Color]) -> games_wire.Premoves:
    """The conditional moves that the player of this colour can prepare against another person, in standard
    shogi."""
    board = game.board
    running = game.outcome is None and not game.adjourning
    waits = game.consent and running and len(colors) == 1 and game.turn not in colors
    moves = list_premoves(board, colors[0]) if waits and isinstance(board, Board) else []
    return games_wire.Premoves(board.sfen(), [move.usi() for move in moves])


def impasse(game: GameMachine, you: Color) -> positions_wire.ImpasseView | None:
    """The viewer's impasse conditions; None before their king has advanced, or without an impasse rule."""
    rule = game.rule
    if rule is ImpasseRule.NONE:
        return None
    board: Any = game.board
    king = board.king(you)
    if king is None:
        return None
    from_far_edge = rank_of(king) if you is Color.BLACK else 10 - rank_of(king)
    if from_far_edge > IMPASSE_SHOWN_FROM:
        return None
    if rule.has_agreement and not rule.has_declaration:
        both = [_entered(game, you, "king_in_zone"), _entered(game, you.opponent, "opponents_king_in_zone")]
        agreed = game.turn == you and all(condition.met for condition in both)
        return positions_wire.ImpasseView(rule.value, agreed, points(board, rule, you), None, both)
    checked = conditions(board, rule, you)
    return positions_wire.ImpasseView(
        rule=rule.value,
        can_declare=can_declare(board, rule, you),
        points=points(board, rule, you),
        need=next((condition.need for condition in checked if condition.key == "points"), None),
        conditions=[_condition(condition) for condition in checked],
    )


def _condition(condition: Condition) -> positions_wire.Condition:
    text = Text(condition.text("en"), condition.text("ja"))
    return positions_wire.Condition(condition.key, condition.met, condition.value, condition.need, text)


def _entered(game: GameMachine, color: Color, key: str) -> positions_wire.Condition:
    return positions_wire.Condition(key, game.king_entered(color), None, None, ENTERED[key])


def clocks(game: GameMachine, now_ms: int) -> games_wire.Clocks | None:
    """The display of both clocks at this time; None in a game without a clock."""
    clock = game.clock
    if clock is None:
        return None
    at = game.clock_time(now_ms)
    faces = [clock.face(color, at) for color in Color]
    black, white = (
        games_wire.ClockFace(face.phase, face.remaining_ms, face.periods, face.byoyomi_ms, face.increment_ms)
        for face in faces
    )
    running = color_name(clock.turn) if clock.running and clock.turn is not None and at == now_ms else None
    wait_ms = 0 if running is None or clock.since is None else max(0, clock.since - at)
    return games_wire.Clocks(running, black, white, wait_ms)


def result(outcome: Outcome | None, interruption: str | None, handicap: bool) -> games_wire.ResultView | None:
    """The result with its sentence for users; None without an outcome."""
    if outcome is None:
        return None
    text = Text(outcome.text("en", handicap=handicap), outcome.text("ja", handicap=handicap))
    return games_wire.ResultView(
        winner=None if outcome.winner is None else color_name(outcome.winner),
        termination=outcome.termination.value,
        infraction=None if outcome.infraction is None else outcome.infraction.value,
        text=text if interruption is None else NO_RESULT[interruption],
    )


def game_result(game: GameMachine) -> games_wire.ResultView | None:
    """The result of the game; None while it is played."""
    view = result(game.outcome, game.interruption, is_handicap(game.settings.handicap))
    if view is None:
        return None
    if game.interruption in game.forfeits:
        view = msgspec.structs.replace(view, text=_forfeit(game))
    return msgspec.structs.replace(view, word=game.resigned_with)


def _forfeit(game: GameMachine) -> Text:
    """Names the side that has lost a game of an event without play."""
    loser = game.left_by
    if loser is None:
        return NOBODY_CAME
    handicap = is_handicap(game.settings.handicap)
    japanese = loser.japanese_handicap if handicap else loser.japanese
    if game.interruption == "aborted":
        return Text(f"{loser} lost without play: left before both had moved", f"{japanese}の不戦敗（退出）")
    return Text(
        f"{loser} lost without play: made no first move in time",
        f"{japanese}の不戦敗（初手が時間内に指されず）",
    )


def is_handicap(key: str) -> bool:
    """Whether the sides are named uwate and shitate."""
    return key != "even"


def computer_name(engine: str, level: int | None) -> Text:
    """The displayed name of an engine: Komadai with its grade, others by name."""
    if engine != OUR_ENGINE or level is None:
        return Text(engine, engine)
    grade = LEVELS[level - 1]
    return Text(f"Komadai, {grade.name_en}", f"駒台 {grade.name_ja}")


def seat_players(
    row: GameRow, guest: str | None, names: Names
) -> tuple[games_wire.Player, games_wire.Player]:
    """Black and White of a game in a list that this guest sees."""
    if row.one_page:
        return BOTH
    first, second = (
        _player(
            _participant(seat),
            is_viewer=guest is not None and seat.guest_id == guest,
            name=seat_name(seat, names),
        )
        for seat in row.seats
    )
    return (second, first) if row.seats[0].color == "white" else (first, second)


def seat_name(seat: SeatRow, names: Names) -> PlayerName | None:
    """The person in a seat, if there is an account or, in a recorded game, a name."""
    found = names.get(seat.guest_id or "")
    if found is None and seat.kind == "person" and seat.name:
        return PlayerName(account=None, display=Text(seat.name, seat.name))
    return found


def _participant(seat: SeatRow) -> ev.Participant:
    match seat.kind:
        case "engine":
            return ev.EnginePlayer(seat.name, seat.level)
        case "program":
            return ev.ProgramPlayer(seat.name)
        case _:
            return ev.Person()


def game_players(
    game: GameMachine, viewer: Sequence[Color], names: Mapping[Color, PlayerName]
) -> tuple[games_wire.Player, games_wire.Player]:
    """Black and White of a game whose colours are known; ``viewer``: the colours that the viewer plays."""
    if game.both_human and not game.consent and not game.recorded:
        return BOTH
    black, white = (
        _player(game.player(color), is_viewer=color in viewer, name=names.get(color)) for color in Color
    )
    return black, white


def _player(player: ev.Participant | None, *, is_viewer: bool, name: PlayerName | None) -> games_wire.Player:
    match player:
        case ev.EnginePlayer():
            return games_wire.Player(computer_name(player.name, player.level), "computer", player.level)
        case ev.ProgramPlayer():
            return games_wire.Player(Text(player.name, player.name), "computer", None, program=True)
        case _:
            if name is None:
                return games_wire.Player(YOU if is_viewer else GUEST, "person", None)
            return person(name)


def person(name: PlayerName) -> games_wire.Player:
    """A person with an account."""
    return games_wire.Player(
        name=name.display,
        kind="person",
        level=None,
        account=name.account,
        rank=name.rank,
        rating=name.rating,
        change=name.change,
        bot=name.bot,
    )


def offers(game: GameMachine) -> list[games_wire.OfferView]:
    """The offers that stand."""
    return [games_wire.OfferView(offer, color_name(color)) for offer, color in game.offers.items()]


def game_view(
    game: GameMachine,
    row: GameRow,
    moves: MoveList,
    *,
    colors: Sequence[Color],
    names: Mapping[Color, PlayerName],
    unrated_reason: UnratedReason | None,
    thinking: bool,
    attendance: games_wire.Attendance | None,
    head_to_head: games_wire.HeadToHead | None,
    rematch: str | None,
    now_ms: int,
) -> games_wire.GameView:
    """The whole game, for the player of these colours."""
    settings = game.settings
    variant, chosen = read_key(settings.variant)
    black, white = game_players(game, colors, names)
    return games_wire.GameView(
        id=row.id,
        event=game.count,
        created=iso(row.created_ms),
        variant=variant,
        options=chosen,
        touch_move=game.touch_move,
        you=color_name(colors[0]) if colors else None,
        both=len(colors) == 2,
        recorded=game.recorded,
        visibility=row.visibility,
        rated=game.rated and unrated_reason is None,
        unrated_reason=unrated_reason,
        consent=game.consent,
        black=black,
        white=white,
        handicap=settings.handicap,
        start_sfen=settings.start_sfen,
        clock=settings.clock,
        days=game.days,
        impasse=settings.impasse,
        illegal=settings.illegal,
        take_back=settings.take_back,
        furigoma=game.throws,
        moves=list(moves.views),
        position=position(game, colors),
        clocks=clocks(game, now_ms),
        status="playing" if game.outcome is None else "finished",
        result=game_result(game),
        thinking=thinking,
        offers=offers(game),
        can_abort=game.can_abort,
        first_move_ms=game.first_move_ms,
        forfeits=list(game.forfeits),
        attendance=attendance,
        replay_draws=game.replay_draws,
        replays_a_draw=game.replays_a_draw,
        formal_resignation=game.formal_resignation,
        analyses=moves.analyses(),
        mated=_mated(game),
        adjourned=_adjourned(game),
        resting=_resting(game, now_ms),
        conditional=_conditional(game, colors),
        head_to_head=head_to_head,
        rematch_of=row.rematch_of,
        next=rematch,
    )


def update(
    game: GameMachine,
    moves: MoveList,
    keep: int,
    *,
    id: str,
    colors: Sequence[Color],
    thinking: bool,
    attendance: games_wire.Attendance | None,
    rematch: str | None,
    notice: Text | None,
    now_ms: int,
) -> games_wire.UpdateMessage:
    """The changes for a page that has the first ``keep`` moves."""
    return games_wire.UpdateMessage(
        game=id,
        event=game.count,
        keep=keep,
        moves=moves.views[keep:],
        analyses=moves.analyses(keep),
        position=position(game, colors),
        clocks=clocks(game, now_ms),
        status="playing" if game.outcome is None else "finished",
        result=game_result(game),
        thinking=thinking,
        offers=offers(game),
        can_abort=game.can_abort,
        attendance=attendance,
        mated=_mated(game),
        adjourned=_adjourned(game),
        resting=_resting(game, now_ms),
        conditional=_conditional(game, colors),
        next=rematch,
        notice=notice,
    )


def _resting(game: GameMachine, now_ms: int) -> list[games_wire.RestView]:
    if game.outcome is not None:
        return []
    return [
        games_wire.RestView(color_name(color), iso(until))
        for color, until in sorted(game.rests.items())
        if until > now_ms
    ]


def _conditional(game: GameMachine, colors: Sequence[Color]) -> list[list[str]]:
    """The viewer's own conditional moves, and nobody else's."""
    if len(colors) != 1:
        return []
    return [list(line) for line in game.plans.get(colors[0], ())]


def _mated(game: GameMachine) -> ev.ColorName | None:
    color = game.mated
    return None if color is None else color_name(color)


def _adjourned(game: GameMachine) -> games_wire.Adjournment | None:
    if game.outcome is not None or not game.adjourning:
        return None
    return "sealing" if game.sealed is None else "sealed"


def row_result(row: GameRow) -> games_wire.ResultView | None:
    """The result of a game in a list; None while it is played."""
    if row.termination is None:
        return None
    winner = None if row.winner is None else Color(row.winner == "white")
    infraction = None if row.infraction is None else Infraction(row.infraction)
    outcome = Outcome(winner, Termination(row.termination), infraction)
    return result(outcome, row.interruption, is_handicap(row.handicap))


def summary(row: GameRow, guest: str, names: Names, now_ms: int) -> games_wire.GameSummary:
    """A row of the list of this guest's games."""
    own = next((seat.color for seat in row.seats if seat.guest_id == guest), None)
    over = row.termination is not None
    black, white = seat_players(row, guest, names)
    variant, chosen = read_key(row.variant)
    return games_wire.GameSummary(
        id=row.id,
        created=iso(row.created_ms),
        variant=variant,
        options=chosen,
        you="white" if own == "white" else "black",
        both=row.one_page,
        black=black,
        white=white,
        handicap=row.handicap,
        plies=row.plies,
        status="finished" if over else "playing",
        result=row_result(row),
        sfen=row.sfen,
        days=row.days,
        your_turn=row.days > 0 and not over and row.turn == own,
        left_ms=None if row.deadline_ms is None or over else max(row.deadline_ms - now_ms, 0),
        adjourned=row.adjourned,
        resume=None if row.resume_by is None else "you" if row.resume_by == own else "opponent",
    )


def vacation(state: State) -> games_wire.Vacation:
    """A person's vacation."""
    until = None if state.until_ms is None else iso(state.until_ms)
    return games_wire.Vacation(until, state.days_left, DAYS_A_YEAR)


def seats_of(game: GameMachine, guests: Sequence[str | None]) -> tuple[SeatRow, SeatRow]:
    """The seats of a game; ``guests`` has the guest of each player who is a person."""
    first, second = (
        _seat(number, player, guest, None if game.colors is None else color_name(game.colors[number - 1]))
        for number, (player, guest) in enumerate(zip(game.settings.players, guests, strict=True), 1)
    )
    return first, second


def _seat(number: int, player: ev.Participant, guest: str | None, color: str | None) -> SeatRow:
    match player:
        case ev.EnginePlayer():
            return SeatRow(number=number, kind="engine", name=player.name, level=player.level, color=color)
        case ev.ProgramPlayer():
            return SeatRow(number=number, kind="program", name=player.name, color=color)
        case ev.Person():
            return SeatRow(number=number, kind="person", guest_id=guest, color=color)


def row_of(
    game: GameMachine,
    game_id: str,
    guests: Sequence[str | None],
    created_ms: int,
    rematch_of: str | None,
    visibility: Visibility = "unlisted",
    search: str | None = None,
) -> GameRow:
    """The row of the table ``games`` for this state; ``guests``: see `seats_of`.

    ``search``: the text for searches if it is known, which changes only when the game ends.
    """
    outcome = game.outcome
    settings = game.settings
    return GameRow(
        id=game_id,
        seats=seats_of(game, guests),
        created_ms=created_ms,
        rematch_of=rematch_of,
        handicap=settings.handicap,
        events=game.count,
        plies=len(game.moves),
        sfen=game.board.sfen(),
        status="playing" if outcome is None else "finished",
        winner=None if outcome is None or outcome.winner is None else color_name(outcome.winner),
        termination=None if outcome is None else outcome.termination.value,
        infraction=None if outcome is None or outcome.infraction is None else outcome.infraction.value,
        clock_runs=game.clock_runs and not game.correspondence,
        search=_search(game, game_id) if search is None else search,
        variant=settings.variant,
        interruption=game.interruption,
        visibility=visibility,
        turn=color_name(game.turn),
        days=game.days,
        deadline_ms=game.deadline if game.correspondence else None,
        adjourned=game.sealed is not None,
        resume_by=color_name(game.offers["resume"]) if "resume" in game.offers else None,
    )


def _search(game: GameMachine, game_id: str) -> str:
    engine = game.settings.engine or ev.EnginePlayer("")
    names = variant_of(game.settings.variant).names
    texts = [
        computer_name(engine.name, engine.level),
        Text(f"{game.settings.variant} {names['en']}", names.get("ja", "")),
        handicap_name(game.handicap),
        Text("finished", "終局") if game.outcome else Text("playing", "対局中"),
    ]
    if game.correspondence:
        texts.append(Text("correspondence", "通信対局"))
    if (ended := game_result(game)) is not None:
        texts.append(ended.text)
        if game.outcome is not None and not game.both_human and game.human is not None:
            won = game.outcome.winner
            if won is not None:
                texts.append(Text("won", "勝ち") if won == game.human else Text("lost", "負け"))
    return searchable(" ".join([game_id, engine.name, *(f"{text.en} {text.ja}" for text in texts)]))


def iso(ms: int) -> str:
    """A time as ISO 8601 in UTC, to the millisecond."""
    moment = datetime.fromtimestamp(ms / 1000, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
