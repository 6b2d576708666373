"""A game of a variant in the terminal: against the engine, or two people at one board."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from rich.console import Console

from komadai.cli.shared.console import write_line
from komadai.cli.shared.language import current_language, localized
from komadai.cli.shared.timed_input import Lines
from komadai.enums import Color
from komadai.errors import IllegalMoveError, InvalidSquareError, NotationError
from komadai.kifu.tree.from_game import PlayedMove
from komadai.outcome import Outcome, Termination
from komadai.variants import Board, Move
from komadai.variants.notation import western
from komadai.variants.search import Engine

if TYPE_CHECKING:
    from komadai.variants import Piece

_SHOWN_MOVES = 120


class TerminalVariantGame:
    """A game against the engine, or of two people.

    ``level``: of the engine; None for two people. ``side``: of the person who plays against the engine.
    """

    def __init__(
        self, board: Board, level: int | None, side: Color | None, console: Console, lines: Lines
    ) -> None:
        self.board = board
        self._engine = None if level is None else Engine(board.variant, level=level)
        self._side = side
        self._console = console
        self._lines = lines
        self._times_ms: list[int] = []
        self._turn_began = monotonic()
        self._resignation: Outcome | None = None

    def run(self) -> None:
        """Plays the game to its end, or until the person leaves it."""
        self.show()
        while not self.over:
            if self._engine is not None and self.board.turn is not self._side:
                move = self._engine.play(self.board)
                assert move is not None  # the game is not over
                self.play(move)
                write_line(
                    self._console, localized(f"The engine plays {move}.", f"エンジンの手：{move}"), "bold"
                )
                self.show()
                continue
            try:
                line = self.ask()
            except EOFError:
                return
            if not self.obey(line):
                return
        if (outcome := self.outcome) is not None:
            write_line(self._console, outcome.text(current_language().value), "bold")

    @property
    def over(self) -> bool:
        """Whether the game has ended by the rules."""
        return self.board.is_game_over()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None if it was left."""
        return self._resignation or self.board.outcome()

    @property
    def moves(self) -> list[PlayedMove]:
        """The moves with their times."""
        return [PlayedMove(move, ms) for move, ms in zip(self.board.history, self._times_ms, strict=True)]

    def play(self, move: Move) -> None:
        """Plays a move of either side."""
        now = monotonic()
        self._times_ms.append(round((now - self._turn_began) * 1000))
        self._turn_began = now
        self.board.push(move)

    def show(self) -> None:
        """Prints the board, and that the side to move is in check."""
        write_line(self._console, "")
        write_line(self._console, str(self.board))
        if self.board.is_check() and not self.over:
            write_line(self._console, localized("Check!", "王手！"), "bold")

    def ask(self) -> str:
        """The line that the person types. Raises EOFError."""
        turn = self.board.turn
        self._console.print(localized(f"{turn}’s move: ", f"{turn.japanese}の手："), end="")
        return (self._lines.read() or "").strip()

    def obey(self, line: str) -> bool:
        """Carries out a command or a move; False if the person leaves the game."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "":
                return True
            case "help" | "?":
                self._help()
            case "quit" | "exit":
                return False
            case "resign":
                winner = self.board.turn.opponent
                self._resignation = Outcome(winner, Termination.RESIGNATION)
                self._print(f"{winner} wins by resignation.", f"投了により{winner.japanese}の勝ちです。")
                return False
            case "board":
                self.show()
            case "moves":
                self._list_moves(rest.strip())
            case "undo":
                self._undo()
            case _:
                self._move(line)
        return True

    def _move(self, text: str) -> None:
        try:
            self.play(western.read(self.board, text))
        except IllegalMoveError as error:
            self._print(str(error), error.message.text("ja"))
        except NotationError:
            self._print(
                f"{text!r} is no move; type help to see how moves are written.",
                f"「{text}」は指し手として読めません。help で書き方を表示します。",
            )
        else:
            self.show()

    def _undo(self) -> None:
        # Against the engine its answer is taken back as well.
        count = 1 if self._engine is None else 2
        if self.board.ply < count:
            self._print("There is no move to take back.", "戻せる手がありません。")
            return
        for _ in range(count):
            self.board.pop()
            self._times_ms.pop()
        self.show()

    def _list_moves(self, square: str) -> None:
        """The legal moves, or those of the piece on a square with what the piece is."""
        moves: list[Move] = self.board.legal_moves
        if square:
            try:
                number = self.board.square(square)
            except InvalidSquareError as error:
                self._print(str(error), f"「{square}」というマスはありません。")
                return
            moves = [move for move in moves if move.from_square == number]
            piece: Piece | None = self.board.piece_at(number)
            if piece is not None:
                kind = piece.kind
                write_line(self._console, f"{kind.kanji or kind.face} {kind.name} ({kind.betza})")
        texts = sorted(move.usi() for move in moves)
        more = "" if len(texts) <= _SHOWN_MOVES else " …"
        write_line(self._console, " ".join(texts[:_SHOWN_MOVES]) + more)

    def _help(self) -> None:
        self._print(
            "A move names the square left and the square reached: 5i5h, with + if the piece promotes. A "
            "drop: P*5e. A move in two steps names the square between. Western notation is read as well: "
            "P-5h, Lnx7ex7d. Commands: moves, moves SQUARE, board, undo, resign, quit.",
            "指し手は元のマスと先のマスで書きます（5i5h）。成るときは末尾に+、打つときは P*5e、"
            "二歩動く手は途中のマスも書きます。英語式の書き方（P-5h、Lnx7ex7dなど）も使えます。"
            "コマンド：moves（合法手）、moves マス、board（盤面）、undo（待った）、resign（投了）、"
            "quit（終了）。",
        )

    def _print(self, english: str, japanese: str) -> None:
        write_line(self._console, localized(english, japanese))
