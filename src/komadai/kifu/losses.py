"""The parts of a game that a format cannot hold: found by writing the game and reading it again."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from komadai.errors import RecordError
from komadai.kifu.formats.registry import FORMATS, current_key, writable
from komadai.kifu.read import detect, read
from komadai.kifu.tree.game import Ending
from komadai.kifu.write import write
from komadai.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai.kifu.tree.game import Analysis, Game, Node
    from komadai.kifu.tree.variant_game import VariantGame

_KINDS: Final = (
    "moves", "places", "times", "totals", "comments", "bookmarks", "analyses", "wordings",
    "endings", "headers",
)  # fmt: skip
"""The kinds of losses, in the order of the report; their texts have the codes ``loss-moves`` …"""

_NAME: Final = re.compile("[A-Za-z][A-Za-z0-9-]{1,19}")
"""A word that may be meant as the name of a format."""


def losses(game: Game | VariantGame, text: str, format: str | None = None) -> list[Message]:
    """The parts of the game that are missing or changed in a text written from it.

    Such as ``["3 moves in variations", "120 times"]``; empty if nothing is lost. Each is a text in English
    with ``code``, ``params`` and ``text("ja")``.

    ``text`` is the written text, and ``format`` its format (None detects it); or ``text`` is only the name of
    a format, in which the game is then written: ``losses(game, "csa")``. Raises UnknownStyleError for the
    name of a format that is unknown or cannot be written.
    """
    known = None if format is None else FORMATS.get(current_key(format))
    if format is None and _NAME.fullmatch(text) and detect(text) is None:
        known = writable(text)
        format, text = known.key, write(game, known.key)
    try:
        # A format without a reader, such as CSA 3.0, is detected as the format it is a version of.
        key = None if known is not None and not known.can_read else format
        found = read(text, key, variants=True, variant=getattr(game, "variant", None))
    except RecordError:
        return [Message("loss-game")]
    lost = differences(game, found)
    messages = [Message("loss-start")] if lost["starts"] else []
    main = sum(1 for _ in game.main_line()) - sum(1 for _ in found.main_line())
    if lost["moves"] and main <= 0:
        messages.append(Message("loss-variation-moves", {"count": lost.pop("moves")}))
    return messages + [Message(f"loss-{kind}", {"count": lost[kind]}) for kind in _KINDS if lost[kind]]


def differences(game: Game | VariantGame, found: Game | VariantGame) -> Counter[str]:
    """How many moves, comments, headers … of a game another one does not have, or has otherwise."""
    lost = Counter(_differences(game.root, found.root))
    lost["headers"] = sum(1 for name, value in game.headers.items() if found.headers.get(name, "") != value)
    lost["starts"] = int(game.sfen != found.sfen)
    return +lost


def _differences(one: Node[Any], other: Node[Any]) -> Iterator[str]:
    waiting: list[tuple[Node[Any], Node[Any] | None]] = [(one, other)]
    while waiting:
        node, found = waiting.pop()
        if found is None:
            yield "moves"
            waiting += [(child, None) for child in node.children]
            continue
        if not _plainly_equal(node, found):
            read = _annotations(found)
            yield from (name for name, value in _annotations(node).items() if value != read[name])
            if node.analyses == found.analyses and any(map(_loses_wording, node.analyses, found.analyses)):
                yield "wordings"
        children, others = node.children, found.children
        if len(children) == len(others) == 1 and children[0].move == others[0].move:
            waiting.append((children[0], others[0]))
            continue
        # Several variations may begin with the same move: they are compared in their order.
        by_move: dict[object, list[Node[Any]]] = {}
        for child in reversed(others):
            by_move.setdefault(child.move, []).append(child)
        twins = []
        for child in children:
            same = by_move.get(child.move)
            twin = same.pop() if same else None
            waiting.append((child, twin))
            if twin is not None:
                twins.append(twin)
        in_order = iter(others)
        yield from ("places" for twin in twins if twin not in in_order)


def _plainly_equal(node: Node, other: Node) -> bool:
    """Whether two nodes without endings have equal annotations: a quick test that most nodes pass."""
    return (
        node.ending is None
        and other.ending is None
        and node.time_ms == other.time_ms
        and node.total_ms == other.total_ms
        and node.comment == other.comment
        and node.bookmark == other.bookmark
        and node.analyses == other.analyses
        and not any(analysis.text for analysis in node.analyses)
    )


def _loses_wording(one: Analysis, other: Analysis) -> bool:
    """Whether the text from which an analysis was read was lost."""
    return bool(one.text) and one.text.rstrip("\n") != other.text.rstrip("\n")


def _annotations(node: Node) -> dict[str, object]:
    """The annotations of a node by the names of :data:`_KINDS`. An empty ending counts as none."""
    ending = node.ending or Ending()
    return {
        "times": (node.time_ms, ending.time_ms),
        "totals": (node.total_ms, ending.total_ms),
        "comments": (node.comment, ending.comment),
        "bookmarks": node.bookmark,
        "analyses": node.analyses,
        "endings": (ending.outcome, ending.word),
    }
