"""What a format cannot hold of a game: found by writing the game and reading it again."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from komadai.errors import RecordError
from komadai.kifu.formats import FORMATS
from komadai.kifu.read import read

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai._core import Move
    from komadai.kifu.game import Ending, Game, Node

_NAMES: Final = ("move", "time", "clock total", "comment", "bookmark", "engine analysis", "ending", "header")


def losses(game: Game, text: str, format: str | None = None) -> list[str]:
    """What of the game is not, or not as it is, in a text that was written of it.

    Such as ``["3 moves in variations", "120 times"]``; empty if everything is there.
    """
    # What is only written, such as CSA 3.0, is read as the format it is a kind of.
    known = None if format is None else FORMATS.get(format)
    try:
        found = read(text, None if known is not None and known.parse is None else format)
    except RecordError:
        return ["the game: what was written cannot be read"]
    lost = Counter(_differences(game.root, found.root))
    lost["header"] = sum(1 for name, value in game.headers.items() if found.headers.get(name, "") != value)
    sentences = ["the start position"] if game.sfen != found.sfen else []
    main = sum(1 for _ in game.main_line()) - sum(1 for _ in found.main_line())
    if lost["move"] and main <= 0:
        count = lost.pop("move")
        sentences.append(f"{count} move{'' if count == 1 else 's'} in variations")
    for name in _NAMES:
        count = lost[name]
        if count:
            plural = name if count == 1 else {"engine analysis": "engine analyses"}.get(name, f"{name}s")
            sentences.append(f"{count} {plural}")
    return sentences


def _differences(one: Node, other: Node) -> Iterator[str]:
    waiting: list[tuple[Node, Node | None]] = [(one, other)]
    while waiting:
        node, found = waiting.pop()
        if found is None:
            yield "move"
            waiting += [(child, None) for child in node.children]
            continue
        if not _plainly_equal(node, found):
            read = _told(found)
            yield from (name for name, told in _told(node).items() if told and told != read[name])
        children, others = node.children, found.children
        if len(children) == len(others) == 1 and children[0].move == others[0].move:
            waiting.append((children[0], others[0]))
            continue
        # A move may begin more than one variation: they are compared in their order.
        by_move: dict[Move | None, list[Node]] = {}
        for child in reversed(others):
            by_move.setdefault(child.move, []).append(child)
        for child in children:
            same = by_move.get(child.move)
            waiting.append((child, same.pop() if same else None))


def _plainly_equal(node: Node, other: Node) -> bool:
    """Whether two nodes without endings say the same; most do, and this is fast to see."""
    return (
        node.ending is None
        and other.ending is None
        and node.time_ms == other.time_ms
        and node.total_ms == other.total_ms
        and node.comment == other.comment
        and node.bookmark == other.bookmark
        and node.analyses == other.analyses
    )


def _told(node: Node) -> dict[str, object]:
    ending: Ending | None = node.ending
    return {
        "time": (node.time_ms, ending and ending.time_ms)
        if node.time_ms or (ending and ending.time_ms)
        else None,
        "clock total": node.total_ms,
        "comment": "\n".join(filter(None, [node.comment, ending.comment if ending else ""])),
        "bookmark": node.bookmark,
        "engine analysis": node.analyses,
        "ending": ending and (ending.outcome, ending.word),
    }
