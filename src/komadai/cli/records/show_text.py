"""A game in the terminal: the players, the position, the moves around it, the result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rich.style import Style
from rich.text import Text

from komadai import Board
from komadai.cli.play import board_view, variant_board_view
from komadai.pieces import Color
from komadai.publish import wording
from komadai.publish.tree_steps import main_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from komadai.cli.shared.language import Language
    from komadai.kifu import Game, Node, VariantGame
    from komadai.publish.tree_steps import Step

AROUND: Final = 6
"""Moves listed before and after the one shown."""
_DIM: Final = Style(dim=True)


def show(console: Console, game: Game | VariantGame, ply: int, flip: bool, language: Language) -> None:
    """Prints the position after ``ply`` moves, and the moves around it."""
    steps = list(main_line(game))
    here = steps[ply]
    if not isinstance(here.board, Board):
        variant = here.board.variant
        console.print(Text(variant.names.get(language.value, variant.name), Style(bold=True)))
    for label, value in wording.headers(game, language.value):
        console.print(Text.assemble((f"{label}  ", _DIM), value), soft_wrap=True)
    names = [wording.name(game, color, language.value) for color in Color]
    used = [_used(steps[1 : ply + 1], color) for color in Color]
    view = board_view if isinstance(here.board, Board) else variant_board_view
    view.draw(console, here.board, (names[0], names[1]), (used[0], used[1]), flip, language)
    for row in _moves(steps, here, language):
        console.print(row, soft_wrap=True)
    if comment := wording.plain(here.node.comment).strip("\n"):
        console.print()
        for line in comment.split("\n"):
            console.print(Text(f"   {line}".rstrip()), soft_wrap=True)
    end = steps[-1].node.ending
    if end is not None:
        last = steps[-1]
        text = wording.ending(game, end, last.ply, last.board.turn, language.value)
        console.print()
        console.print(Text(f"   {text}", Style(bold=ply == last.ply, dim=ply != last.ply)), soft_wrap=True)


def _used(steps: list[Step], color: Color) -> str:
    times = [step.node.time_ms for step in steps if step.before.turn is color]
    known = [each for each in times if each is not None]
    return wording.clock(sum(known)) if known else ""


def _moves(steps: list[Step], here: Step, language: Language) -> Iterator[Text]:
    """The moves before and after this one, each with its time and the variations to it."""
    first, last = max(1, here.ply - AROUND), min(len(steps) - 1, here.ply + AROUND)
    width = max((_cells(step.text(language.value)) for step in steps[first : last + 1]), default=0)
    if first > 1:
        yield Text("     …", _DIM)
    for step in steps[first : last + 1]:
        yield _row(step, step is here, width, language)
        parent = step.node.parent
        for other in parent.variations if parent else ():
            yield _variation(step, other, language)
    if last < len(steps) - 1:
        yield Text("     …", _DIM)


def _row(step: Step, current: bool, width: int, language: Language) -> Text:
    text = step.text(language.value)
    time = step.node.time_ms
    line = Text(f"{'▶' if current else ' '}{step.number:>5}  {text}", Style(bold=current))
    line.append(" " * (width - _cells(text)))
    line.append(f"  {wording.clock(time):>7}" if time is not None else "", _DIM)
    if step.node.comment.strip() and not current:
        remark = wording.line(step.node.comment)
        line.append(f"  {remark if len(remark) <= 40 else remark[:39] + '…'}", _DIM)
    return line


def _variation(step: Step, other: Node[Any], language: Language) -> Text:
    assert other.move is not None
    text = wording.move(step.before, other.move, step.previous, language.value)
    return Text(f"        {wording.word('variation', language.value)}: {text}", _DIM)


def _cells(text: str) -> int:
    return Text(text).cell_len
