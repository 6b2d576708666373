"""Reads and writes links with a game, as Shogi Playground and ShogiHome use them.

The query of the link contains the game as USEN. Playground has it in the parameter ``u``, the players in
``bn`` and ``wn``, a comment on ply 5 of branch 2 in ``c2.5`` (``c5`` in the main line). ShogiHome has it in
``usen``, the players in ``bname`` and ``wname``. Other parameters concern the display, not the game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, unquote, unquote_plus

from komadai.errors import check_type
from komadai.kifu.formats.usen import writer as usen
from komadai.kifu.tree.game import Game
from komadai.kifu.tree.variations import branches
from komadai.messages import Message

if TYPE_CHECKING:
    from komadai.kifu.diagnostics import Report
    from komadai.kifu.tree.game import Node

_LINK: Final = re.compile(r"(?:https?://[^\s?#]*)?\?([^#]*)(?:#.*)?|((?:u|usen)=[^#]*)")
_COMMENT: Final = re.compile(r"c(?:(\d{1,6})\.)?(\d{1,6})")
_PLAYERS: Final = {"bn": "black", "wn": "white", "bname": "black", "wname": "white"}
_SHOWN: Final = re.compile(
    "move|branch|ply|[mrp]lang|p|color(?:bg|cs|lm)|bi|flip|action|size|sz|layout|device|mobile|free|embed|"
    "wc|ve|se|dev|debug"
)
"""Parameters that concern only the display."""


@dataclass(slots=True)
class Link:
    """The game in a line, which may be a link."""

    usen: str
    from_main_line: bool | None = None
    """Whether all branches are written from the main line on; None if unknown."""
    headers: dict[str, str] = field(default_factory=dict)
    comments: dict[tuple[int, int], str] = field(default_factory=dict)
    """By branch (0 is the main line) and ply."""


def read_link(line: str, number: int, report: Report) -> Link:
    """The game in this line, which may be a link. Unknown parameters are reported."""
    match = _LINK.fullmatch(line)
    if match is None:
        return Link(unquote(line) if "%7" in line else line)
    link = Link("")
    for part in (match[1] or match[2] or "").split("&"):
        name, _, value = part.partition("=")
        comment = _COMMENT.fullmatch(name)
        if name in ("u", "usen") and not link.usen:
            link.usen = unquote(value)
            link.from_main_line = name == "u"
        elif name in _PLAYERS:
            if value:
                # ShogiHome encodes its links like forms: a plus is a space.
                link.headers[_PLAYERS[name]] = unquote_plus(value) if len(name) > 2 else unquote(value)
        elif comment is not None:
            link.comments[int(comment[1] or 0), int(comment[2])] = unquote(value)
        elif part and not _SHOWN.fullmatch(name):
            report.add(Message("link-part", action="left-out"), line=number, text=part)
    return link


def link_query(game: Game) -> str:
    """The game as the query of a link to Shogi Playground: ``f"https://…/?{link_query(game)}"``.

    It holds the moves with all variations, the comments, the players' names and the endings by
    resignation, time and illegal move; nothing else. :func:`komadai.kifu.read` reads the whole link.
    Raises ArgumentTypeError for anything but a Game.
    """
    check_type("game", game, Game, "a Game")
    board = game.board()
    sections = []
    fields = [(field, game.headers.get(name, "")) for field, name in (("bn", "black"), ("wn", "white"))]
    main = {game.root, *game.main_line()}
    for number, (offset, nodes) in enumerate(branches(game)):
        new = nodes if number else [game.root, *nodes]
        first = offset + 1 if number else 0
        fields += [
            (f"c{number}.{ply}" if number else f"c{ply}", node.comment) for ply, node in enumerate(new, first)
        ]
        # Playground expects branches of branches to be written from the main line on.
        before = nodes[0].parent if number else None
        shared: list[Node] = []
        while before is not None and before not in main:
            shared.append(before)
            before = before.parent
        text = usen.section(board, offset - len(shared), [*reversed(shared), *nodes], game.root)
        # Playground rejects the other letters, which are ShogiHome's.
        sections.append(text[:-1] if text[-1] in "jp" and text[-2] == "." else text)
    parameters = "".join(f"&{name}={quote(value, safe='')}" for name, value in fields if value)
    return f"u={usen.start(game)}~{'~'.join(sections)}{parameters}"
