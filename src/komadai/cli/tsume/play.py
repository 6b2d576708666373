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
from komadai.cli.shared.console import error_console, output_console, write_line
from komadai.cli.shared.input import Bar
from komadai.cli.shared.language import Language, current_language, japanese_help, localized
from komadai.cli.shared.timed_input import Lines
from komadai.cli.tsume.texts import line_text, move_text, say
from komadai.errors import KomadaiError
from komadai.pieces import Color

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai import Board, Move
    from komadai.cli.tsume.problem_input import Problem
    from komadai.server.tsume.move_checker import Referee, Ruling


@japanese_help("""詰将棋を指して解く。あなたが攻方で、玉方は最も長く逃げる。

    入力できる言葉は [b]help[/] で表示される。例：[b]komadai tsume play --plies 5[/]""")
def play(
    sources: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SFEN|FILE...",
            help=localized(
                (
                    "Positions, or files: lists of SFEN, JSON lines, records. Komadai's own problems if "
                    "left out."
                ),
                "局面、またはファイル（SFEN の一覧、JSON の行、棋譜）。省略時は Komadai 付属の問題。",
            ),
        ),
    ] = None,
    plies: Annotated[
        int,
        typer.Option(
            min=1,
            max=15,
            metavar="PLIES",
            help=localized("The length of Komadai's own problems.", "付属の問題の手数。"),
        ),
    ] = 3,
    letters: Annotated[
        bool,
        typer.Option(
            "--letters",
            help=localized(
                "Draw the pieces as letters (K R B G S N L P) instead of kanji.",
                "駒を漢字でなく英字（K R B G S N L P）で描く。",
            ),
        ),
    ] = False,
) -> None:
    """Solve mate problems by playing: you attack, the defence answers as long as possible.

    Type [b]help[/] to see what else can be typed. Example: [b]komadai tsume play --plies 5[/]
    """
    from komadai.cli.tsume.problem_input import problems
    from komadai.server.tsume.move_checker import Referee

    console = output_console()
    language = current_language()
    found = problems(sources, Bar(error_console())) if sources else _own(plies)
    lines = Lines(sys.stdin.fileno())
    Session(console, lines, language, Referee(), letters).run(found)


def _own(plies: int) -> Iterator[Problem]:
    """The package's own problems of this length, for ever, in no order."""
    from komadai.cli.tsume.problem_input import read
    from komadai.tsume.problems import problems

    chance = random.Random()
    if not (known := problems(plies)):
        raise typer.BadParameter(f"there is none of {plies} plies in the package", param_hint="--plies")
    while True:
        for number, each in enumerate(chance.sample(known, len(known)), 1):
            yield read("Komadai", number, each.sfen, each.id)


class Session:
    """One person and a row of problems."""

    def __init__(
        self, console: Console, lines: Lines, language: Language, referee: Referee, letters: bool
    ) -> None:
        self._console = console
        self._lines = lines
        self._language = language
        self._referee = referee
        self._letters = letters
        self._left = False
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
            "next": self._pass_over,
            "quit": self._quit,
            "exit": self._quit,
        }
        self._over = False
        self._board: Board
        self._solution: list[Move] = []
        """The line from the start of the problem; empty once the person has found another."""
        self._done = 0

    def run(self, problems: Iterator[Problem]) -> None:
        """Problem after problem, until there is none or the person leaves."""
        self._print(self._say("play_welcome"))
        for problem in problems:
            if problem.board is None:
                self._print(f"{problem.error}", "red")
                continue
            self._one(problem, problem.board)
            if self._left:
                break
        self._print(self._say("play_end", solved=self._solved, seen=self._seen))

    def _one(self, problem: Problem, board: Board) -> None:
        try:
            with Status(self._say("play_solving"), console=self._console):
                self._solution = self._referee.best(board)
        except KomadaiError as error:
            self._print(f"{problem.name}:{problem.number}: {error}", "red")
            return
        if not self._solution:
            self._print(self._say("play_no_solution", name=f"{problem.name}:{problem.number}"), "red")
            return
        self._board = board
        self._done, self._hints = 0, 0
        self._helped = self._over = False
        self._seen += 1
        self._print("")
        self._print(self._say("play_problem", plies=len(self._solution), title=problem.title), "bold")
        self._draw()
        while not self._over and not self._left:
            self._console.print(self._say("play_prompt", mark=board.turn.mark), end="")
            try:
                line = (self._lines.read() or "").strip()
            except EOFError:
                self._print("")
                self._left = True
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
            self._print(str(error), "red")
            return
        solution = self._solution if self._done < len(self._solution) else []
        ruling = self._referee.judge(self._board, move, solution, self._done)
        if ruling.verdict in ("goes_on", "solved"):
            self._accept(move, ruling)
        else:
            self._refuse(move, ruling)

    def _accept(self, move: Move, ruling: Ruling) -> None:
        if ruling.equal:
            self._print(self._say("play_equal"), "green")
            self._solution = []
        self._push(move)
        if ruling.verdict == "solved":
            self._draw()
            self._over = True
            self._solved += not self._helped
            self._print(self._say("play_helped" if self._helped else "play_solved"), "bold green")
            return
        assert ruling.reply is not None
        self._push(ruling.reply)
        self._hints = 0
        self._draw()

    def _refuse(self, move: Move, ruling: Ruling) -> None:
        text = move_text(self._board, move, self._language)
        if ruling.verdict in ("no_check", "unclear"):
            self._print(self._say(f"play_{ruling.verdict}", move=text), "yellow")
            return
        reply = "–"
        if ruling.reply is not None:
            after = self._board.copy()
            after.push(move)
            reply = move_text(after, ruling.reply, self._language)
        self._print(self._say(f"play_{ruling.verdict}", move=text, reply=reply, plies=ruling.plies), "yellow")

    def _hint(self) -> None:
        """The piece first, then the move."""
        if not (line := self._rest()):
            self._print(self._say("play_unclear", move=""), "yellow")
            return
        self._helped = True
        move = line[0]
        self._hints += 1
        if self._hints > 1:
            self._print(
                self._say("play_hint_move", move=move_text(self._board, move, self._language)), "cyan"
            )
            return
        kind = move.drop
        if kind is None:
            assert move.from_square is not None
            piece = self._board.piece_at(move.from_square)
            assert piece is not None
            kind = piece.type
        name = kind.kanji if self._language is Language.JA else kind.symbol
        self._print(self._say("play_hint_drop" if move.drop else "play_hint_piece", piece=name), "cyan")

    def _give_up(self) -> None:
        self._print(
            self._say("play_answer", line=line_text(self._board, self._rest(), self._language)), "cyan"
        )
        self._over = True

    def _pass_over(self) -> None:
        self._over = True

    def _quit(self) -> None:
        self._left = True

    def _help(self) -> None:
        self._print(self._say("play_help"))

    def _draw(self) -> None:
        attacker = self._board.turn if self._done % 2 == 0 else self._board.turn.opponent
        names = [self._say("play_defender"), self._say("play_defender")]
        names[attacker] = self._say("play_attacker")
        flip = attacker is Color.WHITE
        board_view.draw(
            self._console, self._board, (names[0], names[1]), ("", ""), flip, self._language, self._letters
        )

    # -- the position

    def _rest(self) -> list[Move]:
        """The best line from here."""
        return self._solution[self._done :] or self._referee.best(self._board)

    def _push(self, move: Move) -> None:
        self._print(f"{self._done + 1}. {move_text(self._board, move, self._language)}")
        self._board.push(move)
        self._done += 1

    def _say(self, key: str, **values: object) -> str:
        return say(key, self._language, **values)

    def _print(self, text: str, style: str | None = None) -> None:
        write_line(self._console, text, style=style)
