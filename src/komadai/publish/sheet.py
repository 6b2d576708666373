"""A game for printing: the score sheet (棋譜用紙) with all moves and times, then the game with diagrams."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from komadai.errors import RangeError, UnknownStyleError
from komadai.pieces import Color
from komadai.publish import typeset, wording
from komadai.publish.diagram import picture
from komadai.publish.layout import layout_blocks
from komadai.publish.tree_steps import main_line

if TYPE_CHECKING:
    from komadai.kifu import Game
    from komadai.outcome import Language
    from komadai.publish.tree_steps import Step

Paper = Literal["a4", "letter"]
PAPERS: Final[dict[str, str]] = {"a4": "a4", "letter": "us-letter"}
"""The names of the papers in Typst."""

COLUMNS: Final = 4
ROWS: Final = {"a4": 55, "us-letter": 51}
"""The number of rows of moves on a page with nothing else."""
ROW_HEIGHT, MIN_PADDING, MAX_PADDING = 4.58, 1.05, 1.9
"""The height of a row with minimum padding, and the minimum and maximum padding above and below, in mm."""
SHORTEST: Final = 20
"""The minimum number of rows in a column before a second column is begun."""
WIDE: Final = 110
"""The width of a line of the headers: 110 letters or 55 kanji."""

_LONG_WORD: Final = re.compile(r"\S{30}(?=\S)")


@dataclass(frozen=True, slots=True)
class Overview:
    """The head of a sheet: a picture as SVG, texts, and a table of three columns."""

    svg: str
    caption: str
    legend: str
    heads: list[str]
    rows: list[list[str]]


OVERVIEW_ROWS: Final = 20
"""The number of rows of moves for which an overview takes the room."""


def pdf(
    game: Game,
    *,
    every: int,
    paper: Paper,
    flip: bool,
    language: Language,
    overview: Overview | None = None,
) -> bytes:
    """The PDF; see :func:`komadai.publish.pdf`."""
    wording.check(language)
    if paper not in PAPERS:
        raise UnknownStyleError(f"expected a paper of {', '.join(PAPERS)}, got {paper!r}")
    if not 0 <= every <= 1000:
        raise RangeError(f"expected a diagram every 1 to 1000 moves, or 0 for none, got {every!r}")
    data = _breakable(_data(game, every, PAPERS[paper], flip, language, overview))
    data["overview"] = None if overview is None else asdict(overview)
    return typeset.pdf("sheet.typ", data)


def _data(
    game: Game, every: int, paper: str, flip: bool, language: Language, overview: Overview | None
) -> dict[str, Any]:
    steps = list(main_line(game))
    moves, last = steps[1:], steps[-1]
    end = last.node.ending
    names = [wording.name(game, color, language) for color in Color]
    return {
        "lang": language,
        "paper": paper,
        "title": " – ".join(names),
        "heading": wording.word("record", language),
        "footer": " – ".join(f"{'▲△'[color]} {names[color]}" for color in Color),
        "players": [_player(game, color, steps, language) for color in Color],
        "headers": [[label, value] for label, value in wording.headers(game, language)],
        "start": None if game.handicap else _start(game, steps[0], flip, language),
        "sheets": _sheets(
            [_move(step, language) for step in moves],
            max(1, _room(game, paper, language) - (OVERVIEW_ROWS if overview else 0)),
            ROWS[paper],
        ),
        "result": wording.ending(game, end, last.ply, last.board.turn, language) if end else "",
        "story": layout_blocks(game, every, flip, language) if every and moves else [],
    }


def _room(game: Game, paper: str, language: Language) -> int:
    """The number of rows of moves that certainly fit on the first page, below the headers."""
    headers = sum(1 + (len(value) * 2) // WIDE for _, value in wording.headers(game, language))
    names = max(len(wording.name(game, color, language)) // 16 for color in Color)
    start = 0 if game.handicap else 22
    return max(1, ROWS[paper] - 9 - (headers and headers + 1) - names * 5 // 4 - start)


def _sheets(moves: list[dict[str, Any]], room: int, whole: int) -> list[dict[str, Any]]:
    """The moves in pages of four columns of equal length.

    The first page has ``room`` rows, later ones ``whole`` rows. With fewer rows, the padding (in mm) above
    and below each row is larger.
    """
    sheets = []
    while moves:
        rows = min(room, max(SHORTEST, -(-len(moves) // COLUMNS)))
        here, moves = moves[: rows * COLUMNS], moves[rows * COLUMNS :]
        columns = [here[first : first + rows] for first in range(0, len(here), rows)]
        columns += [[]] * (COLUMNS - len(columns))
        padding = min(MAX_PADDING, MIN_PADDING + ROW_HEIGHT / 2 * (room / rows - 1))
        sheets.append({"columns": columns, "air": round(padding, 2)})
        room = whole
    return sheets


def _player(game: Game, color: Color, steps: list[Step], language: Language) -> dict[str, str]:
    times = [step.node.time_ms for step in steps[1:] if step.before.turn is color]
    known = [each for each in times if each is not None]
    end = steps[-1].node.ending
    if known and end is not None and end.time_ms is not None and steps[-1].board.turn is color:
        known.append(end.time_ms)
    used = f"{wording.word('used', language)} {wording.clock(sum(known))}" if known else ""
    return {
        "side": f"{'▲△'[color]} {wording.side(game, color, language)}",
        "name": wording.line(game.headers.get(color.key, "")) or "\u3000",
        "used": used,
    }


def _start(game: Game, start: Step, flip: bool, language: Language) -> dict[str, Any]:
    caption = wording.word("start", language)
    return {"position": picture(game, start.board, None, flip, language), "caption": caption}


def _move(step: Step, language: Language) -> dict[str, Any]:
    node = step.node
    return {
        "number": str(step.number),
        "text": step.text(language),
        "time": "" if node.time_ms is None else wording.clock(node.time_ms),
        "noted": bool(node.comment.strip()),
    }


def _breakable(data: Any) -> Any:
    """The same data, with possible line breaks in very long words."""
    if isinstance(data, str):
        return _LONG_WORD.sub(lambda word: f"{word[0]}\u200b", data)
    if isinstance(data, list):
        return [_breakable(each) for each in data]
    if isinstance(data, dict):
        return {key: _breakable(each) for key, each in data.items()}
    return data
