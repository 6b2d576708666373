"""A game as one HTML page to click through.

All text from the record is escaped, all data are JSON without ``<``. In addition, the content security policy
of the page allows only the script with the given hash.
"""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from komadai.diagram import svg
from komadai.errors import RangeError
from komadai.pieces import Color, PieceType
from komadai.publish import wording
from komadai.publish.tree_steps import Step, flatten_tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai.kifu import Game
    from komadai.outcome import Language

LANGUAGES: Final[tuple[Language, Language]] = ("en", "ja")
DEEPEST: Final = 8
"""The maximum depth of indentation of variations."""

_BUTTONS: Final = (
    ("first", "M5 5v14M19 5 9 12l10 7z", "To the start", "最初へ"),
    ("back", "M17 4 6 12l11 8z", "Back", "一手戻る"),
    ("next", "M7 4l11 8-11 8z", "Forward", "一手進む"),
    ("last", "M19 5v14M5 5l10 7-10 7z", "To the end", "最後へ"),
    ("play", "M12 2a10 10 0 1 0 .1 0zM10 8l6 4-6 4z", "Play by itself", "自動再生"),
    ("flip", "M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4", "Turn the board round", "盤面反転"),
)
"""The buttons: action, icon as a path in a square of 24 units, name in English and Japanese."""


class Note(NamedTuple):
    """A text about a move, in both languages; ``kind`` is the class of its row in the move list."""

    kind: str
    en: str
    ja: str


@dataclass(frozen=True, slots=True)
class Panel:
    """An addition to the page: markup below the board, its style and script, and notes in the move list.

    The script runs before that of the page, which sends the event ``komadai:position`` to the document
    whenever it shows a position; ``detail`` has the ``index`` of its step and the ``language``. Elements with
    ``data-en`` and ``data-ja`` have these texts, those with ``data-label-en`` and ``data-label-ja`` these
    labels, and a link to ``#index`` shows the position of that step.
    """

    html: str
    style: str
    script: str
    note: Callable[[Step], Note | None]


def html(
    game: Game, *, ply: int, flip: bool, faces: str, language: Language, panel: Panel | None = None
) -> str:
    """The page; see :func:`komadai.publish.html`."""
    wording.check(language)
    kit = svg.kit(faces)
    last = game.end.ply
    if not 0 <= ply <= last:
        raise RangeError(f"expected a ply of 0 to {last}, got {ply!r}")
    rows: list[str] = []
    nodes: list[list[Any]] = []
    main_line: list[int] = []
    # One step at a time: each holds two positions.
    for step in flatten_tree(game):
        rows.append(_row(game, step, panel.note(step) if panel else None, language))
        nodes.append(_node(step))
        if step.index and not step.begins:
            nodes[step.parent][_MAIN] = step.index
        if step.depth == 0:
            main_line.append(step.index)
    data = {
        "at": main_line[ply],
        "flip": flip,
        "nodes": nodes,
        "words": {each: _words(each) for each in LANGUAGES},
    }
    style, script = _part("page.css"), _part("page.js")
    if panel is not None:
        style, script = style + panel.style, panel.script + script
    layout = svg.Layout(False, 30.0, False)
    title = " – ".join(wording.name(game, color, language) for color in Color)
    return "".join(
        (
            "<!doctype html>\n",
            f'<html lang="{language}">\n<head>\n<meta charset="utf-8">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
            f"style-src 'unsafe-inline'; script-src 'sha256-{_hash(script)}'; base-uri 'none'; "
            "form-action 'none'\">\n",
            '<meta name="generator" content="Komadai">\n',
            f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n",
            f'<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>{kit.definitions}'
            f'<g id="ring">{kit.ring}</g></defs></svg>\n',
            f"<header><h1>{_players(game, language)}</h1>",
            '<button id="language" type="button" data-en="日本語" data-ja="English">'
            f"{'日本語' if language == 'en' else 'English'}</button></header>\n",
            "<noscript><p>JavaScript shows the positions; the moves are below.</p></noscript>\n<main>\n",
            _side(game, Color.WHITE, language),
            f'<svg id="board" role="img" viewBox="0 0 {layout.size.x:g} {layout.size.y:g}">'
            f"{kit.ground}{_labels(kit)}"
            '<g id="marks"></g><g id="pieces" filter="url(#shadow)"></g></svg>\n',
            _side(game, Color.BLACK, language),
            f'<div id="foot"><div id="current-move" aria-live="polite"></div>{_controls(language)}</div>\n'
            f'<aside>{_headers(game, language)}<div id="comment" tabindex="0"></div><ol id="moves">\n',
            *rows,
            "</ol></aside>\n",
            panel.html if panel else "",
            "</main>\n",
            f'<script type="application/json" id="data">{script_json(data)}</script>\n',
            f"<script>{script}</script>\n</body>\n</html>\n",
        )
    )


@cache
def _part(name: str) -> str:
    return (files(__package__) / name).read_text("utf-8")


def _hash(script: str) -> str:
    return b64encode(hashlib.sha256(script.encode()).digest()).decode()


def script_json(data: object) -> str:
    """JSON that cannot end the HTML element that contains it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _word(key: str, language: Language) -> str:
    return switch(wording.word(key, "en"), wording.word(key, "ja"), language)


def _labels(kit: svg.Kit) -> str:
    """All four sets of labels; the page shows one."""
    keys: tuple[tuple[Language, svg.Coordinates], ...] = (("en", "western"), ("ja", "japanese"))
    return "".join(
        f'<g class="labels" data-of="{language} {flip}" style="display:none">'
        f"{kit.labels[ranks, flip == 'true']}</g>"
        for language, ranks in keys
        for flip in ("false", "true")
    )


def _players(game: Game, language: Language) -> str:
    return '<span class="against">–</span>'.join(
        f'<span class="mark">{"▲△"[color]}</span> {_name(game, color, language)}' for color in Color
    )


def _name(game: Game, color: Color, language: Language) -> str:
    if wording.line(game.headers.get(color.key, "")):
        return f"<bdi>{escape(wording.name(game, color, language))}</bdi>"
    return switch(wording.side(game, color, "en"), wording.side(game, color, "ja"), language)


def _side(game: Game, color: Color, language: Language) -> str:
    return (
        f'<section class="side" id="{color.key}"><div class="who"><div class="player">{"▲△"[color]} '
        f'{_name(game, color, language)}</div><div class="used"></div></div>'
        '<div class="hand"></div></section>\n'
    )


def _controls(language: Language) -> str:
    buttons = "".join(
        f'<button id="{key}" type="button" data-label-en="{english}" data-label-ja="{japanese}" '
        f'aria-label="{japanese if language == "ja" else english}">'
        f'<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d="{sign}"/></svg></button>'
        for key, sign, english, japanese in _BUTTONS
    )
    return f"<nav>{buttons}</nav>"


def _headers(game: Game, language: Language) -> str:
    pairs = zip(*(wording.headers(game, each) for each in LANGUAGES), strict=True)
    rows = ""
    for (label_en, value_en), (label_ja, value_ja) in pairs:
        label = switch(label_en, label_ja, language)
        rows += f"<dt>{label}</dt><dd>{switch(value_en, value_ja, language)}</dd>"
    return f"<dl>{rows}</dl>" if rows else ""


def switch(english: str, japanese: str, language: Language) -> str:
    """A text that the page can switch to the other language."""
    if english == japanese:
        return f"<bdi>{escape(english)}</bdi>"
    shown = escape(japanese if language == "ja" else english)
    return f'<span data-en="{escape(english)}" data-ja="{escape(japanese)}">{shown}</span>'


def _row(game: Game, step: Step, note: Note | None, language: Language) -> str:
    """A row of the move list: the move with its time, note, comment and ending."""
    node = step.node
    depth = f' style="--d:{min(step.depth, DEEPEST)}"' if step.depth else ""
    begins = f'<div class="line">{_word("variation", language)}</div>' if step.begins else ""
    move = escape(step.text(language)) if step.index else _word("start", language)
    time = f"<time>{wording.clock(node.time_ms)}</time>" if node.time_ms is not None else "<span></span>"
    number = step.number if step.index else ""
    kind = f' class="{escape(note.kind)}"' if note else ""
    return (
        f'<li{kind}{depth}>{begins}<a href="#{step.index}"><span class="number">{number}</span>'
        f'<span class="move">{move}</span>{time}</a>{_note(note, language)}{_comment(step)}'
        f"{_ending(game, step, language)}"
        "</li>\n"
    )


def _note(note: Note | None, language: Language) -> str:
    return f"<p>{switch(note.en, note.ja, language)}</p>" if note else ""


def _comment(step: Step) -> str:
    node = step.node
    ending = node.ending.comment if node.ending else ""
    parts = [
        node.bookmark and f"★ {wording.line(node.bookmark)}",
        wording.evaluation(node),
        node.comment,
        ending,
    ]
    text = "\n".join(wording.plain(part).rstrip() for part in parts if part.strip())
    return f'<p dir="auto">{escape(text)}</p>' if text else ""


def _ending(game: Game, step: Step, language: Language) -> str:
    end = step.node.ending
    if end is None:
        return ""
    english, japanese = (wording.ending(game, end, step.ply, step.board.turn, each) for each in LANGUAGES)
    return f'<div class="ending">{switch(english, japanese, language)}</div>'


_MAIN: Final = 5
"""The index, in the list of a node, of its main continuation."""


def _node(step: Step) -> list[Any]:
    """The data of a step, in the order of ``page.js``; the main continuation is set later (0 until then)."""
    board, move = step.board, step.node.move
    start = move.from_square if move and move.from_square is not None else -1
    king = board.king(board.turn) if board.is_check() else None
    return [
        board.sfen().rsplit(" ", 1)[0],
        start,
        move.to_square if move else -1,
        -1 if king is None else king,
        step.parent,
        0,
        step.number,
        step.node.time_ms,
        *(step.text(language) or wording.word("start", language) for language in LANGUAGES),
    ]


def _words(language: Language) -> dict[str, Any]:
    japanese = language == "ja"
    return {
        "start": wording.word("start", language),
        "hand": wording.word("hand", language),
        "nothing": wording.word("nothing", language),
        "sides": [color.japanese if japanese else color.english for color in Color],
        "pieces": {kind.symbol: kind.japanese if japanese else kind.english for kind in PieceType},
    }
