"""Writes the head of KIF and KI2 files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from komadai.kifu.diagnostics import Report
from komadai.kifu.formats.kif import reader as kif_reader
from komadai.kifu.formats.kif.header_reader import HEADER_NAMES, KEYS, REMARKS, handicap_name, one_line, side
from komadai.kifu.formats.kif.variant_head import OPTIONS, START, diagram
from komadai.kifu.reading.visitor import Headers
from komadai.kifu.tree.game import Game
from komadai.notation import bod
from komadai.pieces import Color

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai.kifu.tree.variant_game import VariantGame

_PLAIN: Final = re.compile(r"[^\s：:*#&|+'｜＋先下後上手変ま0-9０-９▲△▼▽☗☖⛊⛉-][^\s：:]{0,30}")
"""Matches names that cannot be taken for the start of another line."""


def write_head(game: Game | VariantGame) -> list[str]:
    """The lines of the head. A header that would be read as something else becomes a remark (``# …``)."""
    headers = dict(game.headers)
    remarks = headers.pop(REMARKS, "").split("\n")
    lines = [
        _line(HEADER_NAMES[key], headers.pop(key))
        for key in ("started", "ended", "event", "site", "time_limit")
        if key in headers
    ]
    lines += _start(game) if isinstance(game, Game) else _variant_start(game)
    lines += [_line(side(game, color), headers.pop(key, "")) for color, key in _PLAYERS]
    reserved = () if isinstance(game, Game) else (OPTIONS, START)
    for key, value in headers.items():
        name = HEADER_NAMES.get(key, one_line(key))
        if key in HEADER_NAMES or (name not in reserved and _is_header(name, one_line(value))):
            lines.append(_line(name, value))
        else:
            remarks.append(_line(name, value))
    return [*(f"# {one_line(remark)}" for remark in remarks if remark.strip()), *lines]


_PLAYERS: Final = ((Color.BLACK, "black"), (Color.WHITE, "white"))


def _start(game: Game) -> Iterator[str]:
    name = handicap_name(game)
    yield f"手合割：{name or 'その他'}"
    if name is None:
        board = game.board()
        yield from bod.write(board).splitlines()
        if board.move_number > 1:
            yield f"手数＝{board.move_number - 1}　まで"


def _variant_start(game: VariantGame) -> Iterator[str]:
    variant = game.variant
    yield f"手合割：{variant.names.get('ja', variant.name)}"
    if options := variant.changed_options:
        yield f"{OPTIONS}：{' '.join(f'{name}={value}' for name, value in options.items())}"
    if not game.starts_from_setup:
        yield f"{START}：{game.sfen}"
        yield from diagram(game.board())


def _line(name: str, value: str) -> str:
    return f"{name}：{one_line(value)}"


def _is_header(name: str, value: str) -> bool:
    """Whether a line is read back as this header: a name may begin like a move or an ending."""
    if _PLAIN.fullmatch(name) and name not in KEYS and name != "手合割":
        return True
    report = Report()
    found = next(kif_reader.parse(f"{name}：{value}\n", Headers(), report))
    return not report.deviations and found == {name: value}
