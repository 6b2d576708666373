"""``komadai board``: a position as a diagram, a picture or JSON."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from komadai.cli.shared import output
from komadai.cli.shared.console import print_json
from komadai.cli.shared.diagram import Style, text_diagram
from komadai.cli.shared.language import japanese_help
from komadai.cli.shared.options import AsJson, argument, option

if TYPE_CHECKING:
    from komadai import Board


@japanese_help("""例：[b]komadai board "4k4/9/4P4/9/9/9/9/9/4K4 b G 1" --svg mate.svg[/]""")
def board(
    sfen: Annotated[
        list[str] | None,
        argument(
            "The position: [b]startpos[/], an SFEN, or a USI position with moves. The start if left out.",
            "局面：[b]startpos[/]、SFEN、または指し手の付いた USI の position。省略時は平手の開始局面。",
            metavar="SFEN",
            show_default=False,
        ),
    ] = None,
    svg: Annotated[
        Path | None,
        option(
            "Write an SVG picture to this file ([b]-[/]: to standard output).",
            "SVG の図をこのファイルに書く（[b]-[/] は標準出力）。",
            metavar="FILE",
        ),
    ] = None,
    style: Annotated[
        Style | None,
        option(
            "The text diagram: japanese, ascii or unicode. Depends on the language if left out.",
            "文字の図の種類：japanese、ascii、unicode。省略時は言語による。",
            metavar="STYLE",
        ),
    ] = None,
    flip: Annotated[
        bool, option("Show the board from White's side.", "盤を後手側から表示する。", "--flip")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Example: [b]komadai board "4k4/9/4P4/9/9/9/9/9/4K4 b G 1" --svg mate.svg[/]"""
    from komadai import Board

    position = Board(" ".join(sfen or ["startpos"]))  # quotes around an SFEN may be missing
    if as_json:
        print_json(position_facts(position))
        return
    if svg is None:
        print(text_diagram(position, style, flip=flip))
        return
    picture = position.svg(flip=flip)
    if str(svg) == "-":
        sys.stdout.write(picture)
        return
    with output.appearing(svg) as hidden:
        hidden.write_text(picture, encoding="utf-8")


def position_facts(board: Board) -> dict[str, object]:
    """The position as JSON: the text forms, the pieces by square, the hands, the legal moves in USI."""
    from komadai.pieces import HAND_TYPES, Color
    from komadai.squares import square_name

    pieces = {square_name(square): board.piece_at(square) for square in range(81)}
    outcome = board.outcome()
    return {
        "sfen": board.sfen(),
        "position": board.usi_position(),
        "turn": board.turn.key,
        "move_number": board.move_number,
        "check": board.is_check(),
        "winner": None if outcome is None or outcome.winner is None else outcome.winner.key,
        "termination": None if outcome is None else outcome.termination.value,
        "pieces": {name: piece.symbol for name, piece in pieces.items() if piece is not None},
        "hands": {
            color.key: {
                kind.letter: board.hand(color)[kind] for kind in HAND_TYPES if board.hand(color)[kind]
            }
            for color in Color
        },
        "legal_moves": [move.usi() for move in board.legal_moves],
    }
