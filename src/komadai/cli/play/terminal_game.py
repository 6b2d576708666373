"""A game at the terminal: reads the person's moves and commands, asks the engine, prints the board.

The game itself is the state machine of :mod:`komadai.play`, so the terminal and the page have the same rules.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Final

from rich.console import Console
from rich.text import Text

from komadai import Move, notation
from komadai.cli.play import board_view
from komadai.cli.play.beep import next_change
from komadai.cli.play.texts import text_for
from komadai.cli.shared.console import ERROR, WARNING
from komadai.cli.shared.errors import Failure, error_text
from komadai.cli.shared.language import Language, localized
from komadai.cli.shared.timed_input import Lines
from komadai.engine import LEVELS
from komadai.engine.client.supervised import SupervisedEngine
from komadai.engine.pool import limits_for
from komadai.errors import (
    EngineError,
    IllegalMoveError,
    InvalidSquareError,
    NotationError,
)
from komadai.furigoma import toss
from komadai.impasse import conditions
from komadai.pieces import Color
from komadai.play.errors import CommandError
from komadai.play.events import Created, Event
from komadai.play.game import GameMachine, replay
from komadai.squares import square, square_name

_PAWN_SIGNS: Final = {True: "歩", False: "と", None: "立"}


class TerminalGame:
    """One game between a person and an engine."""

    def __init__(
        self,
        created: Created,
        engine: SupervisedEngine,
        runner: asyncio.Runner,
        console: Console,
        lines: Lines,
        language: Language,
        ours: bool,
        letters: bool = False,
        beeps: bool = True,
    ) -> None:
        self.game: GameMachine = replay([created])
        self._engine = engine
        self._runner = runner
        self._console = console
        self._lines = lines
        self._language = language
        self._style = "japanese" if language is Language.JA else "western"
        self._flip = False
        self._letters = letters
        self._beeps = beeps
        self._quits = False
        self._unconfirmed: Callable[[str], None] | None = None
        """A command that would lose the game and has to be typed once more."""
        self._move_texts: list[str] = []
        """The moves of the game as they were printed."""
        player = created.engine
        level = LEVELS[player.level - 1] if ours and player is not None and player.level else None
        grade = "" if level is None else level.name_ja if language is Language.JA else level.name_en
        self._opponent = f"Komadai {grade}".strip() if ours else engine.name
        self._welcome = (
            self._text_for("welcome", level=grade)
            if ours
            else self._text_for("welcome_engine", name=engine.name)
        )
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "?": self._help,
            "where": self._where,
            "moves": self._moves,
            "board": self._board,
            "flip": self._flip_board,
            "letters": self._toggle_letters,
            "undo": self._undo,
            "待った": self._undo,
            "declare": self._declare,
            "宣言": self._declare,
            "resign": self._resign,
            "投了": self._resign,
            "quit": self._quit,
            "exit": self._quit,
        }

    @property
    def names(self) -> tuple[str, str]:
        """Black's name and White's."""
        you = self._text_for("you")
        return (you, self._opponent) if self.game.human == Color.BLACK else (self._opponent, you)

    def run(self) -> None:
        """Plays to the end, or until the person quits."""
        game = self.game
        self._print(self._welcome)
        if game.human is None:
            self._throw_pawns()
        assert game.human is not None
        self._flip = game.human == Color.WHITE
        even = game.handicap.key == "even"
        self._print(
            self._text_for(("black", "white")[game.human] if even else ("shitate", "uwate")[game.human])
        )
        self._print(self._text_for("begin"))
        self._apply(game.resume(_now()))
        while game.outcome is None and not self._quits:
            if game.humans_turn:
                self._person_turn()
            else:
                self._engine_turn()
        if game.outcome is None:
            self._print(self._text_for("interrupted"))
            self._print(self._text_for("position", sfen=game.board.sfen()))
            return
        self._draw()
        self._console.print(game.outcome.text(self._language.value, handicap=not even), style="bold")
        self._print(self._text_for("thanks"))

    # -- the two sides

    def _person_turn(self) -> None:
        self._draw()
        if self.game.board.is_check():
            self._console.print(self._text_for("check"), style=f"bold {ERROR}")
        turn = self.game.turn
        plies = len(self.game.moves)
        while self.game.outcome is None and not self._quits and self.game.turn == turn:
            clock = board_view.clock_text(self.game.clock, turn, _now())
            prompt = self._text_for("prompt", mark=turn.mark, clock=f" ({clock})" if clock else "")
            self._console.print(prompt, end="")
            try:
                line = self._next_line(turn)
            except EOFError:
                self._print("")
                self._quits = True
                return
            if line is None:
                self._print("")
                self._apply(self.game.tick(_now()))
            else:
                self._run_command_or_move(line.strip())
            if len(self.game.moves) != plies:
                return

    def _next_line(self, turn: Color) -> str | None:
        """The line that the person types, or None if the time is up first; the last ten seconds beep."""
        clock = self.game.clock
        while (deadline := self.game.deadline) is not None and clock is not None:
            at = _now()
            wait, beeps = next_change(clock.face(turn, at))
            left = max(0, deadline - at)
            line = self._lines.read(min(wait, left) / 1000)
            if line is not None or left <= wait:
                return line
            if beeps and self._beeps:
                self._console.bell()
        return self._lines.read()

    def _run_command_or_move(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = self._commands.get(word.lower())
        if command != self._unconfirmed:
            self._unconfirmed = None
        try:
            if command is not None:
                command(rest.strip())
            elif line:
                self._move(line)
        except CommandError as refused:
            message = refused.text
            self._warn(message.ja if self._language is Language.JA else message.en)

    def _move(self, text: str) -> None:
        try:
            move = notation.read(self.game.shogi_board, text)
        except IllegalMoveError as error:
            move = error.move  # the game decides whether it is refused or loses
        except NotationError as error:
            self._warn(error_text(error))
            return
        self._play(move)

    def _engine_turn(self) -> None:
        color = self.game.turn
        game, rules = self.game, self._engine.rules
        player = game.settings.engine
        while True:
            answer = self._engine.play(
                game.board,
                lambda: limits_for(game.clock, color, _now(), rules),
                game="terminal",
                rule=game.rule,
                level=None if player is None else player.level,
            )
            try:
                with self._console.status(self._text_for("thinking", name=self._opponent)):
                    result = self._runner.run(answer)
            except EngineError as error:
                if self._engine.failures >= rules.failures:
                    why = error_text(error)
                    raise Failure(
                        localized(
                            f"the engine failed {rules.failures} times in a row; the last error: {why}",
                            f"エンジンが{rules.failures}回続けて停止しました。最後のエラー：{why}",
                        )
                    ) from error
                self._warn(self._text_for("fresh_engine", why=error))
            else:
                if result.resigned:
                    self._apply(game.resign(color, _now()))
                elif result.move is None:
                    self._apply(game.declare(color, _now()))
                else:
                    self._play(result.move)
                return
            if events := game.tick(_now()):
                self._apply(events)
                return

    def _play(self, move: Move) -> None:
        game = self.game
        events = game.move(game.turn, move, _now())
        board = self.game.shogi_board
        text = notation.write(board, move, self._style) if board.is_legal(move) else str(move)
        plies = len(game.moves)
        color = game.turn
        self._apply(events)
        if len(game.moves) > plies:
            del self._move_texts[plies:]
            text = text if self._language is Language.JA else f"{color.mark}{text}"
            self._move_texts.append(
                self._text_for("played", number=plies + 1, move=text, seconds=game.moves[-1].ms / 1000)
            )
            self._print(self._move_texts[-1])

    def _throw_pawns(self) -> None:
        while self.game.colors is None:
            throw = toss()
            self._apply(self.game.throw_pawns(throw, _now()))
            self._print(self._text_for("furigoma", pawns=" ".join(_PAWN_SIGNS[pawn] for pawn in throw)))
            if None in throw:
                self._print(self._text_for("pawn_on_side"))
            if self.game.colors is None:
                self._print(self._text_for("tie"))

    # -- commands

    def _help(self, _: str) -> None:
        self._print(self._text_for("help"))

    def _moves(self, _: str) -> None:
        self._print("\n".join(self._move_texts[: len(self.game.moves)]) or self._text_for("no_moves"))

    def _board(self, _: str) -> None:
        self._draw()

    def _flip_board(self, _: str) -> None:
        self._flip = not self._flip
        self._draw()

    def _toggle_letters(self, _: str) -> None:
        self._letters = not self._letters
        self._draw()

    def _where(self, origin_text: str) -> None:
        """Prints the squares to which a piece may move (``where 7g``) or be dropped (``where P``)."""
        moves: Iterable[Move] = self.game.shogi_board.legal_moves
        if len(origin_text) == 1:
            found = [
                move
                for move in moves
                if move.drop is not None and origin_text in (move.drop.letter, move.drop.kanji)
            ]
            found = found or [
                move for move in moves if move.drop is not None and move.drop.letter == origin_text.upper()
            ]
        else:
            try:
                origin = square(origin_text.lower())
            except InvalidSquareError as error:
                self._warn(error_text(error))
                return
            found = [move for move in moves if move.from_square == origin]
        names = dict.fromkeys(square_name(move.to_square) + ("+" if move.promotion else "") for move in found)
        self._print(
            "  ".join(names) if names else self._text_for("no_such_square", square=origin_text or "?")
        )

    def _undo(self, _: str) -> None:
        assert self.game.human is not None
        self._apply(self.game.take_back(self.game.human, _now()))
        del self._move_texts[len(self.game.moves) :]
        self._print(self._text_for("undone"))

    def _declare(self, _: str) -> None:
        game = self.game
        assert game.human is not None
        if game.rule.has_declaration:
            checked = conditions(self.game.shogi_board, game.rule, game.human)
            missing = [each for each in checked if not each.met]
            if missing and not self._is_confirmed(self._declare):
                for each in missing:
                    count = "" if each.need is None else f" ({each.value}/{each.need})"
                    self._print(f"  ✗ {each.text(self._language.value)}{count}")
                self._print(self._text_for("really_declare"))
                return
        self._apply(game.declare(game.human, _now()))

    def _resign(self, _: str) -> None:
        assert self.game.human is not None
        if not self._is_confirmed(self._resign):
            self._print(self._text_for("really_resign"))
            return
        self._apply(self.game.resign(self.game.human, _now()))

    def _quit(self, _: str) -> None:
        self._quits = True

    def _is_confirmed(self, command: Callable[[str], None]) -> bool:
        """Whether this command was typed twice in a row; if not, it is stored for the next time."""
        confirmed = self._unconfirmed == command
        self._unconfirmed = None if confirmed else command
        return confirmed

    # -- inside

    def _apply(self, events: Iterable[Event]) -> None:
        for event in events:
            self.game.apply(event)

    def _draw(self) -> None:
        game = self.game
        at = _now()
        clocks = (
            board_view.clock_text(game.clock, Color.BLACK, at),
            board_view.clock_text(game.clock, Color.WHITE, at),
        )
        board_view.draw(
            self._console,
            self.game.shogi_board,
            self.names,
            clocks,
            self._flip,
            self._language,
            self._letters,
        )

    def _text_for(self, key: str, **values: object) -> str:
        return text_for(key, self._language, **values)

    def _print(self, sentence: str) -> None:
        # Plain text: an engine's name may contain Rich markup.
        self._console.print(Text(sentence))

    def _warn(self, sentence: str) -> None:
        self._console.print(Text(sentence, WARNING))


def _now() -> int:
    """Milliseconds of the monotonic clock."""
    return time.monotonic_ns() // 1_000_000
