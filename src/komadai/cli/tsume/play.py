"""``komadai tsume play``: mate problems to solve by playing, in the terminal."""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.status import Status

from komadai import notation
from komadai.cli.play import board_view
from komadai.cli.shared.console import (
    ERROR,
    NAME,
    SUCCESS,
    WARNING,
    error_console,
    output_console,
    write_line,
)
from komadai.cli.shared.errors import error_text
from komadai.cli.shared.input import Bar
from komadai.cli.shared.language import Language, current_language, japanese_help, localized
from komadai.cli.shared.moves import line_text, move_text
from komadai.cli.shared.options import argument, option
from komadai.cli.shared.timed_input import Lines
from komadai.cli.tsume.texts import text_for
from komadai.errors import KomadaiError
from komadai.pieces import Color

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai import Board, Move
    from komadai.cli.tsume.problem_input import Problem
    from komadai.tsume.move_checker import MoveChecker, MoveVerdict


@japanese_help("""詰将棋を指して解く。あなたが攻方で、玉方は最も長く逃げる。

    入力できる言葉は [b]help[/] で表示される。例：[b]komadai tsume play --plies 5[/]""")
def play(
    sources: Annotated[
        list[str] | None,
        argument(
            "Positions, or files: lists of SFEN, JSON lines, records. Komadai's own problems if left out.",
            "局面、またはファイル（SFEN の一覧、JSON の行、棋譜）。省略時は Komadai 付属の問題。",
            metavar="SFEN|FILE...",
        ),
    ] = None,
    plies: Annotated[
        int,
        option("The length of Komadai's own problems.", "付属の問題の手数。", min=1, max=15, metavar="PLIES"),
    ] = 3,
    letters: Annotated[
        bool,
        option(
            "Draw the pieces as letters (K R B G S N L P) instead of kanji.",
            "駒を漢字でなく英字（K R B G S N L P）で描く。",
            "--letters",
        ),
    ] = False,
) -> None:
    """Solve mate problems by playing: you attack, the defence answers as long as possible.

    Type [b]help[/] to see what else can be typed. Example: [b]komadai tsume play --plies 5[/]
    """
    from komadai.cli.tsume.problem_input import problems
    from komadai.tsume.move_checker import MoveChecker

    console = output_console()
    language = current_language()
    found = problems(sources, Bar(error_console())) if sources else _packaged(plies)
    lines = Lines(sys.stdin.fileno())
    game = ProblemGame(console, lines, language, MoveChecker(), letters)
    game.run(found)
    if game.unread:
        raise typer.Exit(1)


def _packaged(plies: int) -> Iterator[Problem]:
    """The packaged problems of this length in random order, endlessly."""
    from komadai.cli.tsume.problem_input import read
    from komadai.tsume.problems import problems

    rng = random.Random()
    if not (known := problems(plies)):
        raise typer.BadParameter(
            localized(f"Komadai has no problem of {plies} plies", f"{plies}手の問題はありません"),
            param_hint="--plies",
        )
    while True:
        for number, each in enumerate(rng.sample(known, len(known)), 1):
            yield read("Komadai", number, each.sfen, each.id)


class ProblemGame:
    """Mate problems that a person solves one after the other."""

    def __init__(
        self, console: Console, lines: Lines, language: Language, checker: MoveChecker, letters: bool
    ) -> None:
        self._console = console
        self._lines = lines
        self._language = language
        self._checker = checker
        self._letters = letters
        self.unread: int = 0
        """The number of problems that could not be read."""
        self._quits = False
        self._solved = 0
        self._seen = 0
        self._helped = False
        self._hints = 0
        self._commands = {
            "help": self._help,
            "?": self._help,
            "hint": self._hint,
            "board": self._draw,
            "give": self._give_up,
            "next": self._next,
            "quit": self._quit,
            "exit": self._quit,
        }
        self._over = False
        self._board: Board
        self._solution: list[Move] = []
        """The moves from the start of the problem; empty after another move that mates as fast."""
        self._done = 0

    def run(self, problems: Iterator[Problem]) -> None:
        """Shows the problems until there are no more or the person quits."""
        self._print(self._text_for("play_welcome"))
        for problem in problems:
            if problem.board is None:
                self.unread += 1
                self._error(f"{problem.error}")
                continue
            self._play(problem, problem.board)
            if self._quits:
                break
        self._print(self._text_for("play_end", solved=self._solved, seen=self._seen))

    def _play(self, problem: Problem, board: Board) -> None:
        try:
            with Status(self._text_for("play_solving"), console=self._console):
                self._solution = self._checker.best(board)
        except KomadaiError as error:
            self._error(f"{problem.name}:{problem.number}: {error_text(error)}")
            return
        if not self._solution:
            self._error(self._text_for("play_no_solution", name=f"{problem.name}:{problem.number}"))
            return
        self._board = board
        self._done, self._hints = 0, 0
        self._helped = self._over = False
        self._seen += 1
        self._print("")
        self._print(self._text_for("play_problem", plies=len(self._solution), title=problem.title), "bold")
        self._draw()
        while not self._over and not self._quits:
            self._console.print(self._text_for("play_prompt", mark=board.turn.mark), end="")
            try:
                line = (self._lines.read() or "").strip()
            except EOFError:
                self._print("")
                self._quits = True
                return
            command = self._commands.get(line.lower())
            if command is not None:
                command()
            elif line:
                self._move(line)

    # -- what can be typed

    def _move(self, text: str) -> None:
        try:
            move = notation.read(self._board, text)
        except KomadaiError as error:
            self._print(error_text(error), ERROR)
            return
        solution = self._solution if self._done < len(self._solution) else []
        verdict = self._checker.judge(self._board, move, solution, self._done)
        if verdict.verdict in ("goes_on", "solved"):
            self._accept(move, verdict)
        else:
            self._refuse(move, verdict)

    def _accept(self, move: Move, verdict: MoveVerdict) -> None:
        if verdict.equal:
            self._print(self._text_for("play_equal"), SUCCESS)
            self._solution = []
        self._push(move)
        if verdict.verdict == "solved":
            self._draw()
            self._over = True
            self._solved += not self._helped
            self._print(self._text_for("play_helped" if self._helped else "play_solved"), f"bold {SUCCESS}")
            return
        assert verdict.reply is not None
        self._push(verdict.reply)
        self._hints = 0
        self._draw()

    def _refuse(self, move: Move, verdict: MoveVerdict) -> None:
        text = move_text(self._board, move, self._language)
        if verdict.verdict in ("no_check", "unclear"):
            self._print(self._text_for(f"play_{verdict.verdict}", move=text), WARNING)
            return
        reply = "–"
        if verdict.reply is not None:
            after = self._board.copy()
            after.push(move)
            reply = move_text(after, verdict.reply, self._language)
        self._print(
            self._text_for(f"play_{verdict.verdict}", move=text, reply=reply, plies=verdict.plies), WARNING
        )

    def _hint(self) -> None:
        """Shows the piece to move; the second time the move."""
        if not (line := self._solution_from_here()):
            self._print(self._text_for("play_unclear", move=""), WARNING)
            return
        self._helped = True
        move = line[0]
        self._hints += 1
        if self._hints > 1:
            self._print(
                self._text_for("play_hint_move", move=move_text(self._board, move, self._language)), NAME
            )
            return
        kind = move.drop
        if kind is None:
            assert move.from_square is not None
            piece = self._board.piece_at(move.from_square)
            assert piece is not None
            kind = piece.type
        name = kind.kanji if self._language is Language.JA else kind.symbol
        self._print(self._text_for("play_hint_drop" if move.drop else "play_hint_piece", piece=name), NAME)

    def _give_up(self) -> None:
        self._print(
            self._text_for(
                "play_answer", line=line_text(self._board, self._solution_from_here(), self._language)
            ),
            NAME,
        )
        self._over = True

    def _next(self) -> None:
        self._over = True

    def _quit(self) -> None:
        self._quits = True

    def _help(self) -> None:
        self._print(self._text_for("play_help"))

    def _draw(self) -> None:
        attacker = self._board.turn if self._done % 2 == 0 else self._board.turn.opponent
        names = [self._text_for("play_defender"), self._text_for("play_defender")]
        names[attacker] = self._text_for("play_attacker")
        flip = attacker is Color.WHITE
        board_view.draw(
            self._console, self._board, (names[0], names[1]), ("", ""), flip, self._language, self._letters
        )

    # -- the position

    def _solution_from_here(self) -> list[Move]:
        """The shortest mate from the present position."""
        return self._solution[self._done :] or self._checker.best(self._board)

    def _push(self, move: Move) -> None:
        self._print(f"{self._done + 1}. {move_text(self._board, move, self._language)}")
        self._board.push(move)
        self._done += 1

    def _text_for(self, key: str, **values: object) -> str:
        return text_for(key, self._language, **values)

    def _error(self, text: str) -> None:
        """Prints an error about a problem; what a typed line lacks belongs to the dialogue."""
        write_line(error_console(), localized(f"error: {text}", f"エラー：{text}"), style=ERROR)

    def _print(self, text: str, style: str = "") -> None:
        write_line(self._console, text, style=style)
