"""How a game looks from outside: the state machine's values turned into the wire's."""

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
from komadai.play.game import Game, Played, side
from komadai.play.texts import Words
from komadai.server.db.database import GameRow, searchable
from komadai.server.games import wire as games_wire
from komadai.server.positions import wire as positions_wire
from komadai.server.positions.views import move_text
from komadai.server.settings import Settings
from komadai.squares import rank_of, square_name

YOU: Final = Words("You", "あなた")
GUEST: Final = Words("Guest", "ゲスト")
ENGINE_FAILED: Final = Words(
    "No result: the engine failed several times in a row", "中断（エンジンが続けて動かなくなりました）"
)
IMPASSE_SHOWN_FROM: Final = 4
"""The conditions of an impasse are shown once the king is this near the far edge, in ranks."""


def options(settings: Settings) -> games_wire.Options:
    """What a new game can choose."""
    return games_wire.Options(
        levels=[
            games_wire.LevelChoice(level.level, Words(level.name_en, level.name_ja), level.rating)
            for level in LEVELS
        ],
        engines=[engine.name for engine in settings.engines],
        handicaps=[
            games_wire.HandicapChoice(each.key, handicap_name(each), each.sfen, _ranks(each))
            for each in HANDICAPS
        ],
        impasse_rules=[
            games_wire.ImpasseChoice(rule.value, Words(rule.name_in("en"), rule.name_in("ja")))
            for rule in ImpasseRule
        ],
    )


def handicap_name(handicap: Handicap) -> Words:
    """The handicap's name."""
    return Words(handicap.english, handicap.japanese)


def _ranks(handicap: Handicap) -> Words | None:
    english, japanese = handicap.ranks_text("en"), handicap.ranks_text("ja")
    return Words(english, japanese) if english and japanese else None


class MoveList:
    """The moves of a game as the page shows them, kept up with the game move by move."""

    def __init__(self, start_sfen: str) -> None:
        self.views: list[positions_wire.MoveView] = []
        self._played: list[Played] = []
        self._board = Board(start_sfen)

    def follow(self, game: Game) -> None:
        """Undoes and adds what it takes to be the game's list again."""
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

    def _add(self, played: Played) -> None:
        board, move = self._board, played.move
        taken = board.piece_at(move.to_square)
        text = move_text(board, move)
        said = Words(notation.spoken(board, move, "en"), notation.spoken(board, move, "ja"))
        board.push(move)
        self._played.append(played)
        self.views.append(
            positions_wire.MoveView(
                ply=len(self._played),
                usi=move.usi(),
                color=side(played.color),
                sfen=board.sfen(),
                check=board.is_check(),
                ms=played.ms,
                captured=taken.type.symbol if taken is not None else None,
                text=text,
                spoken=said,
            )
        )


def position(game: Game, you: Color | None) -> positions_wire.PositionView:
    """The position as this viewer may act on it."""
    board = game.board
    king = board.king(board.turn) if board.is_check() else None
    yours = you is not None and game.persons_turn
    last = game.moves[-1].move.usi() if game.moves else None
    return positions_wire.PositionView(
        sfen=board.sfen(),
        turn=side(board.turn),
        legal=[move.usi() for move in board.legal_moves] if yours else [],
        check=[square_name(king)] if king is not None else [],
        last=last,
        impasse=impasse(game, you) if you is not None and game.outcome is None else None,
    )


def impasse(game: Game, you: Color) -> positions_wire.ImpasseView | None:
    """How far the viewer is from ending the game by impasse; None before their king has advanced."""
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
    text = Words(condition.text("en"), condition.text("ja"))
    return positions_wire.Condition(condition.key, condition.met, condition.value, condition.need, text)


def _entered(game: Game, color: Color, key: str) -> positions_wire.Condition:
    text = {
        "king_in_zone": Words("your king is in the promotion zone", "自玉が入玉している"),
        "opponents_king_in_zone": Words(
            "the opponent’s king is in its promotion zone", "相手玉が入玉している"
        ),
    }[key]
    return positions_wire.Condition(key, game.king_entered(color), None, None, text)


def clocks(game: Game, now_ms: int) -> games_wire.Clocks | None:
    """What both clocks show now; None in a game without a clock."""
    clock = game.clock
    if clock is None:
        return None
    faces = [clock.face(color, now_ms) for color in Color]
    black, white = (
        games_wire.Face(face.phase, face.remaining_ms, face.periods, face.byoyomi_ms, face.increment_ms)
        for face in faces
    )
    running = side(clock.turn) if clock.running and clock.turn is not None else None
    return games_wire.Clocks(running, black, white)


def result(outcome: Outcome | None, interruption: str | None, handicap: bool) -> games_wire.ResultView | None:
    """How the game ended, with the sentence for people."""
    if outcome is None:
        return None
    text = Words(outcome.text("en", handicap=handicap), outcome.text("ja", handicap=handicap))
    return games_wire.ResultView(
        winner=None if outcome.winner is None else side(outcome.winner),
        termination=outcome.termination.value,
        infraction=None if outcome.infraction is None else outcome.infraction.value,
        text=ENGINE_FAILED if interruption == "engine_failed" else text,
    )


def game_result(game: Game) -> games_wire.ResultView | None:
    """The game's result, None while it is played."""
    return result(game.outcome, game.interruption, is_handicap(game.settings.handicap))


def is_handicap(key: str) -> bool:
    """Whether the sides are called uwate and shitate."""
    return key != "even"


def computer_name(engine: str, level: int | None) -> Words:
    """What the computer is called."""
    if engine != OUR_ENGINE or level is None:
        return Words(engine, engine)
    grade = LEVELS[level - 1]
    return Words(f"Komadai, {grade.name_en}", f"駒台 {grade.name_ja}")


def players(
    person: str | None, engine: str, level: int | None, person_name: Words
) -> tuple[games_wire.Player, games_wire.Player]:
    """Black and White. Before furigoma is thrown the person sits on Black's side."""
    human = games_wire.Player(person_name, "person", None)
    computer = games_wire.Player(computer_name(engine, level), "computer", level)
    return (computer, human) if person == "white" else (human, computer)


def game_view(
    game: Game,
    row: GameRow,
    moves: MoveList,
    *,
    yours: bool,
    thinking: bool,
    following: str | None,
    now_ms: int,
) -> games_wire.GameView:
    """The whole game."""
    settings = game.settings
    you = game.person if yours else None
    black, white = players(row.person, settings.engine, settings.level, YOU if yours else GUEST)
    return games_wire.GameView(
        id=row.id,
        event=game.count,
        created=iso(row.created_ms),
        you=None if you is None else side(you),
        black=black,
        white=white,
        handicap=settings.handicap,
        start_sfen=settings.start_sfen,
        clock=settings.clock,
        impasse=settings.impasse,
        illegal=settings.illegal,
        take_back=settings.take_back,
        furigoma=game.throw,
        moves=list(moves.views),
        position=position(game, you),
        clocks=clocks(game, now_ms),
        status="playing" if game.outcome is None else "finished",
        result=game_result(game),
        thinking=thinking,
        rematch_of=row.rematch_of,
        next=following,
    )


def update(
    game: Game, moves: MoveList, keep: int, *, yours: bool, thinking: bool, notice: Words | None, now_ms: int
) -> games_wire.UpdateMessage:
    """What has changed for a viewer who has the first ``keep`` moves."""
    return games_wire.UpdateMessage(
        event=game.count,
        keep=keep,
        moves=moves.views[keep:],
        position=position(game, game.person if yours else None),
        clocks=clocks(game, now_ms),
        status="playing" if game.outcome is None else "finished",
        result=game_result(game),
        thinking=thinking,
        notice=notice,
    )


def summary(row: GameRow) -> games_wire.GameSummary:
    """A game of one's own in the list of games."""
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
    """What the table of games says of this state."""
    outcome = game.outcome
    settings = game.settings
    return GameRow(
        id=game_id,
        guest_id=guest,
        created_ms=created_ms,
        rematch_of=rematch_of,
        person=side(game.person) if game.person is not None else "black",
        engine=settings.engine,
        level=settings.level,
        handicap=settings.handicap,
        events=game.count,
        plies=len(game.moves),
        sfen=game.board.sfen(),
        status="playing" if outcome is None else "finished",
        winner=None if outcome is None or outcome.winner is None else side(outcome.winner),
        termination=None if outcome is None else outcome.termination.value,
        infraction=None if outcome is None or outcome.infraction is None else outcome.infraction.value,
        clock_runs=game.clock_runs,
        search=_search(game, game_id),
    )


def _search(game: Game, game_id: str) -> str:
    settings = game.settings
    texts = [
        computer_name(settings.engine, settings.level),
        handicap_name(game.handicap),
        Words("finished", "終局") if game.outcome else Words("playing", "対局中"),
    ]
    if (ended := game_result(game)) is not None:
        texts.append(ended.text)
        if game.outcome is not None and game.person is not None:
            won = game.outcome.winner
            if won is not None:
                texts.append(Words("won", "勝ち") if won == game.person else Words("lost", "負け"))
    return searchable(" ".join([game_id, settings.engine, *(f"{text.en} {text.ja}" for text in texts)]))


def iso(ms: int) -> str:
    """A time as ISO 8601 in UTC, to the millisecond."""
    moment = datetime.fromtimestamp(ms / 1000, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
