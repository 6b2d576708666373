"""``komadai analyse``: an engine's score, best move and line for every position of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.status import Status

from komadai.cli.shared import output
from komadai.cli.shared.console import error_console, output_console, print_json, write_line
from komadai.cli.shared.engine import Engine, EngineOptions, command_words, option_values
from komadai.cli.shared.errors import Failure
from komadai.cli.shared.language import Language, current_language, japanese_help, localized
from komadai.cli.shared.messages import counted, in_language, printable
from komadai.cli.shared.moves import line_text, move_text
from komadai.cli.shared.options import AsJson, argument, option
from komadai.cli.shared.signals import undisturbed
from komadai.errors import IllegalMoveError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from komadai import Board
    from komadai.engine import Engine as EngineClient
    from komadai.engine import Info, Limits
    from komadai.kifu import Format, Game, Node
    from komadai.score import Score

_INTERRUPTED: Final = 130
_SECONDS: Final = 1.0
"""The time for each position if no limit is given."""
_LINE_MOVES: Final = 8
"""The number of moves of a line that is printed."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position of the main line with the engine's lines for it, the best first.

    ``lines`` is empty if the game is over in the position.
    """

    ply: int
    node: Node
    board: Board
    lines: tuple[Info, ...]

    @property
    def score(self) -> Score | None:
        """The score from Black's point of view."""
        best = self.lines[0].score if self.lines else None
        return None if best is None else best.black()


@japanese_help("""評価値は先手から見た値。Ctrl-C で止めても、そこまでの結果は残る。

    例：[b]komadai analyse game.kif --time 3 -o analysed.kif[/]""")
def analyse(
    words: Annotated[
        list[str],
        argument(
            "A record of any format, one in an archive, [b]-[/] for standard input, or a USI "
            "position with moves.",
            "棋譜ファイル（形式は問わない）、書庫の中の棋譜、標準入力の [b]-[/]、"
            "または指し手の付いた USI の position。",
            metavar="GAME",
        ),
    ],
    out: Annotated[
        str | None,
        option(
            "Write the record with the analysis as comments; the suffix is that of the format "
            "(.kif, .csa …).",
            "解析結果をコメントとして付けた棋譜を書き出す。形式は拡張子による（.kif、.csa など）。",
            "--output",
            "-o",
            metavar="FILE",
        ),
    ] = None,
    number: Annotated[
        int,
        option(
            "The number of the game in a file with several.",
            "複数の対局があるファイルの何局目か。",
            "--game",
            min=1,
            metavar="N",
        ),
    ] = 1,
    seconds: Annotated[
        float | None,
        option(
            "The time for each position; 1 if no limit is given.",
            "一局面あたりの秒数。制限がなければ1秒。",
            "--time",
            min=0.001,
            metavar="SECONDS",
        ),
    ] = None,
    nodes: Annotated[
        int | None, option("Nodes for each position.", "一局面あたりの探索局面数。", min=1)
    ] = None,
    depth: Annotated[
        int | None,
        option("The search depth for each position.", "一局面あたりの探索深さ。", min=1, metavar="PLIES"),
    ] = None,
    multipv: Annotated[
        int, option("The number of lines for each position.", "一局面あたりの候補手の数。", min=1, max=50)
    ] = 1,
    engine: Engine = None,
    options: EngineOptions = None,
    as_json: AsJson = False,
) -> None:
    """Scores are Black's. Ctrl-C stops the analysis; the results so far are written.

    Example: [b]komadai analyse game.kif --time 3 -o analysed.kif[/]
    """
    from komadai.cli.shared import show_source
    from komadai.engine import Limits
    from komadai.engine import open as open_engine
    from komadai.kifu import Game

    values = option_values(options)
    found = show_source.find(words, number)
    game = found.game
    if not isinstance(game, Game):
        raise Failure(
            localized(
                f"{found.name}: a game of {game.variant.name}; analyse takes games of shogi only",
                f"{found.name}：変則将棋（{game.variant.name}）の棋譜は解析できません",
            )
        )
    place, format = _target(out, found.path)
    if seconds is None and nodes is None and depth is None:
        seconds = _SECONDS
    limits = Limits(
        movetime=None if seconds is None else max(1, round(seconds * 1000)), nodes=nodes, depth=depth
    )
    interrupted = False
    with open_engine(command_words(engine), options=values) as client:
        report = _Report(game, client.name, as_json)
        try:
            for position in _positions(found.name, game, client, limits, multipv):
                with undisturbed():
                    report.add(position)
        except KeyboardInterrupt:
            interrupted = True
    with undisturbed():
        if place is not None and format is not None:
            _write(game, place, format)
        report.finish(interrupted)
    if interrupted:
        raise typer.Exit(_INTERRUPTED)


def _target(out: str | None, source: Path | None) -> tuple[Path | None, Format | None]:
    """The file to write and its format. Raises BadParameter."""
    from komadai.cli.records.convert import output_format

    if out is None:
        return None, None
    inputs = {each for each in [output.identity(source) if source else None] if each}
    return output.place(out, inputs, "--output"), output_format(out, None)


def _positions(
    name: str, game: Game, client: EngineClient, limits: Limits, multipv: int
) -> Iterator[Position]:
    """Every position of the main line, analysed in the order of the game, up to an illegal move."""
    nodes = [game.root, *game.main_line()]
    board = game.board(game.root)
    stderr = error_console()
    for ply, node in enumerate(nodes):
        if node.move is not None:
            try:
                board.push(node.move)
            except IllegalMoveError as error:
                write_line(stderr, printable(f"{name}: {_illegal_text(ply, error)}"))
                return
        lines: list[Info] = []
        if board.outcome() is None and any(True for _ in board.legal_moves):
            text = localized(
                f"{client.name}: position {ply} of {len(nodes) - 1}",
                f"{client.name}：{len(nodes) - 1}手中{ply}手目の局面",
            )
            with Status(printable(text), console=stderr):
                lines = client.analyse(board, limits, multipv=multipv)
        yield Position(ply, node, board.copy(), tuple(lines))


def _illegal_text(ply: int, error: IllegalMoveError) -> str:
    reason = error.infraction.text(current_language().value)
    return localized(
        f"move {ply} is illegal ({reason}); it is not analysed",
        f"{ply}手目は反則（{reason}）なので解析しません",
    )


class _Report:
    """Prints each move when it is analysed, and stores the analysis in the game."""

    def __init__(self, game: Game, engine: str, as_json: bool) -> None:
        self._engine = engine
        self._as_json = as_json
        self._language = current_language()
        self._stdout, self._stderr = output_console(), error_console()
        self._before: Position | None = None
        self._count = 0
        if not as_json:
            write_line(self._stdout, _row(*_HEADINGS[self._language]), "bold")

    def add(self, position: Position) -> None:
        """Takes the next position of the game."""
        analyses = [line.to_analysis(engine=self._engine) for line in position.lines]
        position.node.analyses = [*position.node.analyses, *(each for each in analyses if each is not None)]
        if self._as_json:
            print_json(_facts(position, self._before))
        elif position.node.move is not None and self._before is not None:
            write_line(self._stdout, self._text(position, self._before))
        self._count += 1
        self._before = position

    def finish(self, interrupted: bool) -> None:
        """Prints the summary."""
        if self._as_json:
            return
        text = localized(
            f"{self._engine}: {counted(self._count, 'position')} analysed",
            f"{self._engine}：{self._count:,}局面を解析しました",
        )
        if interrupted:
            text += localized(" (interrupted)", "（中断）")
        write_line(self._stderr, printable(text))

    def _text(self, position: Position, before: Position) -> str:
        move = position.node.move
        assert move is not None
        best = before.lines[0].pv if before.lines else ()
        text = move_text(before.board, move, self._language) if before.board.is_legal(move) else move.usi()
        line = line_text(before.board, best[:_LINE_MOVES], self._language)
        first = "=" if best[:1] == (move,) else line.split(" ")[0]
        return _row(
            str(position.ply), text, _score_text(position.score), _loss_text(position, before), first, line
        )


_HEADINGS: Final = {
    Language.EN: ("", "Move", "Score", "Loss", "Best", "Line"),
    Language.JA: ("手", "指し手", "評価値", "損", "最善手", "読み筋"),
}
_WIDTHS: Final = (4, 12, 8, 6, 12, 0)


def _row(*cells: str) -> str:
    from rich.cells import cell_len

    padded = []
    for index, (cell, width) in enumerate(zip(cells, _WIDTHS, strict=True)):
        gap = " " * max(0, width - cell_len(cell))
        padded.append(gap + cell if index in (0, 2, 3) else cell + gap)
    return "  ".join(padded).rstrip()


def _score_text(score: Score | None) -> str:
    if score is None:
        return "–"
    if score.is_mate:
        sign = "+" if score.mate_for > 0 else "-"
        length = "" if score.mate is None else f" {abs(score.mate)}"
        return localized(f"{sign}mate{length}", f"{sign}詰{length}")
    return f"{score.cp:+}"


def _loss(position: Position, before: Position) -> int | None:
    """Centipawns that the move lost against the engine's best for its side; None if either is a mate."""
    after, best = position.score, before.score
    if after is None or best is None or after.cp is None or best.cp is None:
        return None
    lost = best.cp - after.cp
    return max(0, lost if before.board.turn.key == "black" else -lost)


def _loss_text(position: Position, before: Position) -> str:
    loss = _loss(position, before)
    return "" if not loss else str(loss)


def _facts(position: Position, before: Position | None) -> dict[str, object]:
    """One JSON object: the position after ``move``, scores from Black's point of view."""
    return {
        "ply": position.ply,
        "move": position.node.move.usi() if position.node.move is not None else None,
        "sfen": position.board.sfen(),
        "loss": None if before is None else _loss(position, before),
        "lines": [
            {
                "cp": score.cp if score is not None else None,
                "mate": score.mate if score is not None else None,
                "depth": line.depth,
                "nodes": line.nodes,
                "time_ms": line.time_ms,
                "pv": [move.usi() for move in line.pv],
            }
            for line in position.lines
            for score in [None if line.score is None else line.score.black()]
        ],
    }


def _write(game: Game, place: Path, format: Format) -> None:
    """Writes the record. Says what the format cannot hold."""
    from komadai.kifu import losses, write

    text = write(game, format.key)
    with output.appearing(place) as hidden:
        hidden.write_text(text, encoding="utf-8", newline="\n")
    if lost := losses(game, text, format.key):
        names = localized(", ", "、").join(map(in_language, lost))
        write_line(
            error_console(),
            localized(
                f"{place}: {format.name} cannot hold {names}",
                f"{place}：{format.name} で表せないもの：{names}",
            ),
        )
