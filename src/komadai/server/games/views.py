"""Converts the state of a game to wire types."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from komadai import notation
from komadai._core import Board
from komadai.engine.levels import LEVELS
from komadai.engine.program import OUR_ENGINE
from komadai.handicap import HANDICAPS, Handicap
from komadai.impasse import Condition, ImpasseRule, can_declare, conditions, points
from komadai.outcome import Infraction, Outcome, Termination
from komadai.pieces import Color
from komadai.play import events as ev
from komadai.play.game import Game, PlayedMove, color_name
from komadai.play.texts import Text
from komadai.server.games import wire as games_wire
from komadai.server.games.store import GameRow, searchable
from komadai.server.positions import wire as positions_wire
from komadai.server.positions.views import move_text
from komadai.server.settings import Settings
from komadai.squares import rank_of, square_name

YOU: Final = Text("You", "あなた")
GUEST: Final = Text("Guest", "ゲスト")
ENGINE_FAILED: Final = Text(
    "No result: the engine failed several times in a row", "中断（エンジンが続けて動かなくなりました）"
)
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
            games_wire.HandicapChoice(each.key, handicap_name(each), each.sfen, _ranks(each))
            for each in HANDICAPS
        ],
        impasse_rules=[
            games_wire.ImpasseChoice(rule.value, Text(rule.name_in("en"), rule.name_in("ja")))
            for rule in ImpasseRule
        ],
    )


def handicap_name(handicap: Handicap) -> Text:
    """The handicap's name."""
    return Text(handicap.english, handicap.japanese)


def _ranks(handicap: Handicap) -> Text | None:
    english, japanese = handicap.ranks_text("en"), handicap.ranks_text("ja")
    return Text(english, japanese) if english and japanese else None


class MoveList:
    """The wire moves of a game. Only moves that changed are converted again."""

    def __init__(self, start_sfen: str) -> None:
        self.views: list[positions_wire.MoveView] = []
        self._played: list[PlayedMove] = []
        self._board = Board(start_sfen)

    def update(self, game: Game) -> None:
        """Removes and adds moves until the list is that of the game."""
        same = 0
        for mine, theirs in zip(self._played, game.moves, strict=False):
            if mine != theirs:
                break
            same += 1
        while len(self._played) > same:
            self._played.pop()
            self.views.pop()
            self._board.pop()
        for played in game.moves[same:]:
            self._add(played)

    def _add(self, played: PlayedMove) -> None:
        board, move = self._board, played.move
        taken = board.piece_at(move.to_square)
        text = move_text(board, move)
        spoken = Text(notation.spoken(board, move, "en"), notation.spoken(board, move, "ja"))
        board.push(move)
        self._played.append(played)
        self.views.append(
            positions_wire.MoveView(
                ply=len(self._played),
                usi=move.usi(),
                color=color_name(played.color),
                sfen=board.sfen(),
                check=board.is_check(),
                ms=played.ms,
                captured=taken.type.symbol if taken is not None else None,
                text=text,
                spoken=spoken,
            )
        )


def position(game: Game, you: Color | None) -> positions_wire.PositionView:
    """The position. The legal moves are included only if it is the viewer's turn."""
    board = game.board
    king = board.king(board.turn) if board.is_check() else None
    can_move = you is not None and game.humans_turn and game.turn == you
    last = game.moves[-1].move.usi() if game.moves else None
    return positions_wire.PositionView(
        sfen=board.sfen(),
        turn=color_name(board.turn),
        legal=[move.usi() for move in board.legal_moves] if can_move else [],
        check=[square_name(king)] if king is not None else [],
        last=last,
        impasse=impasse(game, you) if you is not None and game.outcome is None else None,
    )


def impasse(game: Game, you: Color) -> positions_wire.ImpasseView | None:
    """The viewer's impasse conditions; None before their king has advanced, or without an impasse rule."""
    king = game.board.king(you)
    if king is None or game.rule is ImpasseRule.NONE:
        return None
    from_far_edge = rank_of(king) if you is Color.BLACK else 10 - rank_of(king)
    if from_far_edge > IMPASSE_SHOWN_FROM:
        return None
    board, rule = game.board, game.rule
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


def _entered(game: Game, color: Color, key: str) -> positions_wire.Condition:
    text = {
        "king_in_zone": Text("your king is in the promotion zone", "自玉が入玉している"),
        "opponents_king_in_zone": Text(
            "the opponent’s king is in its promotion zone", "相手玉が入玉している"
        ),
    }[key]
    return positions_wire.Condition(key, game.king_entered(color), None, None, text)


def clocks(game: Game, now_ms: int) -> games_wire.Clocks | None:
    """The display of both clocks at this time; None in a game without a clock."""
    clock = game.clock
    if clock is None:
        return None
    faces = [clock.face(color, now_ms) for color in Color]
    black, white = (
        games_wire.ClockFace(face.phase, face.remaining_ms, face.periods, face.byoyomi_ms, face.increment_ms)
        for face in faces
    )
    running = color_name(clock.turn) if clock.running and clock.turn is not None else None
    return games_wire.Clocks(running, black, white)


def result(outcome: Outcome | None, interruption: str | None, handicap: bool) -> games_wire.ResultView | None:
    """The result with its sentence for users; None without an outcome."""
    if outcome is None:
        return None
    text = Text(outcome.text("en", handicap=handicap), outcome.text("ja", handicap=handicap))
    return games_wire.ResultView(
        winner=None if outcome.winner is None else color_name(outcome.winner),
        termination=outcome.termination.value,
        infraction=None if outcome.infraction is None else outcome.infraction.value,
        text=ENGINE_FAILED if interruption == "engine_failed" else text,
    )


def game_result(game: Game) -> games_wire.ResultView | None:
    """The result of the game; None while it is played."""
    return result(game.outcome, game.interruption, is_handicap(game.settings.handicap))


def is_handicap(key: str) -> bool:
    """Whether the sides are named uwate and shitate."""
    return key != "even"


def computer_name(engine: str, level: int | None) -> Text:
    """The displayed name of an engine: Komadai with its grade, others by name."""
    if engine != OUR_ENGINE or level is None:
        return Text(engine, engine)
    grade = LEVELS[level - 1]
    return Text(f"Komadai, {grade.name_en}", f"駒台 {grade.name_ja}")


def players(
    human: str | None, engine: str, level: int | None, human_name: Text
) -> tuple[games_wire.Player, games_wire.Player]:
    """Black and White; ``human`` is the person's colour."""
    person = games_wire.Player(human_name, "person", None)
    computer = games_wire.Player(computer_name(engine, level), "computer", level)
    return (computer, person) if human == "white" else (person, computer)


def game_players(game: Game, human_name: Text) -> tuple[games_wire.Player, games_wire.Player]:
    """Black and White of a game whose colours are known."""
    black, white = (_player(game.player(color), human_name) for color in Color)
    return black, white


def _player(player: ev.Participant | None, human_name: Text) -> games_wire.Player:
    match player:
        case ev.EnginePlayer():
            return games_wire.Player(computer_name(player.name, player.level), "computer", player.level)
        case ev.ProgramPlayer():
            return games_wire.Player(Text(player.name, player.name), "computer", None)
        case _:
            return games_wire.Player(human_name, "person", None)


def game_view(
    game: Game,
    row: GameRow,
    moves: MoveList,
    *,
    is_player: bool,
    thinking: bool,
    rematch: str | None,
    now_ms: int,
) -> games_wire.GameView:
    """The whole game."""
    settings = game.settings
    you = game.human if is_player else None
    black, white = game_players(game, YOU if is_player else GUEST)
    return games_wire.GameView(
        id=row.id,
        event=game.count,
        created=iso(row.created_ms),
        you=None if you is None else color_name(you),
        black=black,
        white=white,
        handicap=settings.handicap,
        start_sfen=settings.start_sfen,
        clock=settings.clock,
        impasse=settings.impasse,
        illegal=settings.illegal,
        take_back=settings.take_back,
        furigoma=game.throws,
        moves=list(moves.views),
        position=position(game, you),
        clocks=clocks(game, now_ms),
        status="playing" if game.outcome is None else "finished",
        result=game_result(game),
        thinking=thinking,
        rematch_of=row.rematch_of,
        next=rematch,
    )


def update(
    game: Game,
    moves: MoveList,
    keep: int,
    *,
    id: str,
    is_player: bool,
    thinking: bool,
    notice: Text | None,
    now_ms: int,
) -> games_wire.UpdateMessage:
    """The changes for a page that has the first ``keep`` moves."""
    return games_wire.UpdateMessage(
        game=id,
        event=game.count,
        keep=keep,
        moves=moves.views[keep:],
        position=position(game, game.human if is_player else None),
        clocks=clocks(game, now_ms),
        status="playing" if game.outcome is None else "finished",
        result=game_result(game),
        thinking=thinking,
        notice=notice,
    )


def summary(row: GameRow) -> games_wire.GameSummary:
    """A row of the list of the viewer's own games."""
    outcome = None
    if row.termination is not None:
        winner = None if row.winner is None else Color(row.winner == "white")
        infraction = None if row.infraction is None else Infraction(row.infraction)
        outcome = Outcome(winner, Termination(row.termination), infraction)
    black, white = players(row.person, row.engine, row.level, YOU)
    interruption = "engine_failed" if row.termination == Termination.INTERRUPTED else None
    return games_wire.GameSummary(
        id=row.id,
        created=iso(row.created_ms),
        you="white" if row.person == "white" else "black",
        black=black,
        white=white,
        handicap=row.handicap,
        plies=row.plies,
        status="playing" if outcome is None else "finished",
        result=result(outcome, interruption, is_handicap(row.handicap)),
        sfen=row.sfen,
    )


def row_of(game: Game, game_id: str, guest: str, created_ms: int, rematch_of: str | None) -> GameRow:
    """The row of the table ``games`` for this state."""
    outcome = game.outcome
    settings = game.settings
    engine = settings.engine or ev.EnginePlayer("")
    return GameRow(
        id=game_id,
        guest_id=guest,
        created_ms=created_ms,
        rematch_of=rematch_of,
        person=color_name(game.human) if game.human is not None else "black",
        engine=engine.name,
        level=engine.level,
        handicap=settings.handicap,
        events=game.count,
        plies=len(game.moves),
        sfen=game.board.sfen(),
        status="playing" if outcome is None else "finished",
        winner=None if outcome is None or outcome.winner is None else color_name(outcome.winner),
        termination=None if outcome is None else outcome.termination.value,
        infraction=None if outcome is None or outcome.infraction is None else outcome.infraction.value,
        clock_runs=game.clock_runs,
        search=_search(game, game_id),
    )


def _search(game: Game, game_id: str) -> str:
    engine = game.settings.engine or ev.EnginePlayer("")
    texts = [
        computer_name(engine.name, engine.level),
        handicap_name(game.handicap),
        Text("finished", "終局") if game.outcome else Text("playing", "対局中"),
    ]
    if (ended := game_result(game)) is not None:
        texts.append(ended.text)
        if game.outcome is not None and game.human is not None:
            won = game.outcome.winner
            if won is not None:
                texts.append(Text("won", "勝ち") if won == game.human else Text("lost", "負け"))
    return searchable(" ".join([game_id, engine.name, *(f"{text.en} {text.ja}" for text in texts)]))


def iso(ms: int) -> str:
    """A time as ISO 8601 in UTC, to the millisecond."""
    moment = datetime.fromtimestamp(ms / 1000, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
