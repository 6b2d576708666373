"""Writes PSN: headers as in PGN, moves with their origin, comments, variations and times."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, NamedTuple

from komadai.kifu.comments import engine_comments
from komadai.kifu.formats.csa.endings import ending_comments, statement
from komadai.kifu.formats.psn.names import HEADER_NAMES, RESERVED, RESULTS, WORDS
from komadai.kifu.tree.variations import go_back
from komadai.notation import relation
from komadai.outcome import Termination
from komadai.pieces import Color
from komadai.squares import square_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai._core import Board, Move
    from komadai.kifu.tree.game import Ending, Game, Node
    from komadai.outcome import Infraction


def write(game: Game) -> str:
    """The game as PSN. Raises NotationError if a move leaves an empty square."""
    tokens = itertools.chain(_tokens(game), ["*"] if _seems_finished(game) else [])
    return "\n".join([*_headers(game), "", *_wrapped(tokens)]) + "\n"


def _is_reserved(key: str, value: str) -> bool:
    """Whether a header would be read as the start or the result of the game."""
    name = key.casefold()
    return name in RESERVED or (name == "result" and value.strip().casefold() in (*RESULTS, "*"))


def _seems_finished(game: Game) -> bool:
    """Whether the last comment of a game without an ending would be read as its result."""
    node = game.end
    if node.ending is None:
        return node.comment.strip().casefold() in RESULTS
    is_empty = node.ending.outcome is None and not node.ending.word
    return is_empty and node.ending.comment.strip().casefold() in RESULTS


def _headers(game: Game) -> Iterator[str]:
    def header(name: str, value: str) -> str:
        # NUL and line ends of every kind cannot stand in a header.
        value, name = (text.replace("\0", "").replace("\r", "\n") for text in (value, name))
        escaped = value.replace("\n", " ").replace("\\", "\\\\").replace('"', '\\"')
        return f'[{"_".join(name.translate(_NO_BRACKETS).split()) or "_"} "{escaped}"]'

    for key in ("black", "white"):
        yield header(HEADER_NAMES[key], game.headers.get(key, ""))
    for key, value in game.headers.items():
        if key not in ("black", "white") and value:
            yield header(HEADER_NAMES.get(key, f"{key}_" if _is_reserved(key, value) else key), value)
    handicap = game.handicap
    if handicap is None or handicap.sfen != game.sfen:
        yield header("SFEN", game.sfen)
    elif handicap.key != "even":
        yield header("Handicap", handicap.key)
    outcome = game.outcome
    if outcome is not None and outcome.winner is not None:
        yield header("Result", "1-0" if outcome.winner is Color.BLACK else "0-1")
    elif outcome is not None and outcome.is_draw:
        yield header("Result", "1/2-1/2")


_NO_BRACKETS: Final = str.maketrans({"[": "(", "]": ")", '"': "'"})


def _tokens(game: Game) -> Iterator[str]:
    """The tokens of the moves, depth first, without recursion."""
    board = game.board()
    yield from _remarks(game.root, board)
    waiting: list[_Line | str] = [_Line(game.root, 0)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
            continue
        node, infraction = item.node, item.infraction
        go_back(board, item.ply)
        if item.is_variation:
            infraction = _infraction(board, node)
            yield "("
            yield from _move(board, node)
            waiting.append(")")
        elif node.move is not None:
            board.push_unchecked(node.move)
        while True:
            if node.ending is not None:
                yield from _ending(node, node.ending, board, infraction)
                waiting += _variations(node.children, board.ply)
                break
            if not node.children:
                break
            node, *others = node.children
            ply = board.ply
            infraction = _infraction(board, node)
            yield from _move(board, node)
            if others:
                # The line continues after the variations of this move.
                waiting.append(_Line(node, ply, infraction))
                waiting += _variations(others, ply)
                break


class _Line(NamedTuple):
    """A line to be written: the moves after a node, or the variation that begins with the node."""

    node: Node
    ply: int
    """The number of moves before the node's move."""
    infraction: Infraction | None = None
    """The rule that the node's move broke, or None."""
    is_variation: bool = False


def _variations(nodes: list[Node], ply: int) -> list[_Line | str]:
    return [_Line(node, ply, is_variation=True) for node in reversed(nodes)]


def _infraction(board: Board, node: Node) -> Infraction | None:
    return board.infraction(node.move) if node.ending is not None and node.move is not None else None


def _move(board: Board, node: Node) -> Iterator[str]:
    """Plays the node's move and writes it with its time and its comments."""
    if node.move is None:
        return
    yield f"{board.ply + 1}.{move_text(board, node.move)}"
    board.push_unchecked(node.move)
    yield from _time(node.time_ms)
    yield from _remarks(node, board)


def move_text(board: Board, move: Move) -> str:
    """A move in Hodges' notation, always with its origin: ``P7g-7f``, ``B8hx2b+``, ``P*5e``."""
    _, kind = relation.mover(board, move)
    to = square_name(move.to_square)
    if move.from_square is None:
        return f"{kind.symbol}*{to}"
    how = "-" if board.piece_at(move.to_square) is None else "x"
    end = "+" if move.promotion else "=" if relation.may_promote(board, move) else ""
    return f"{kind.symbol}{square_name(move.from_square)}{how}{to}{end}"


def _time(time_ms: int | None) -> Iterator[str]:
    if time_ms is not None:
        seconds, rest = divmod(max(time_ms, 0), 1000)
        yield f"({seconds // 60}:{seconds % 60:02}{f'.{rest:03}' if rest else ''})"


def _remarks(node: Node, board: Board) -> Iterator[str]:
    comment = engine_comments.write_comment(node, board)
    if comment:
        yield _comment(comment)


def _comment(text: str) -> str:
    return "{" + text.replace("\\", "\\\\").replace("}", "\\}") + "}"


def _ending(node: Node, ending: Ending, board: Board, infraction: Infraction | None) -> Iterator[str]:
    outcome, turn = ending.outcome, board.turn
    word = statement(ending, turn, version=3).lstrip("%")
    if outcome is not None and outcome.termination in WORDS:
        word = WORDS[outcome.termination]
        if outcome.winner is turn:
            yield outcome.winner.opponent.english
    if not word and node.children:
        # Moves that could have been played instead must follow an ending.
        word = WORDS[Termination.INTERRUPTED]
    if not word:
        if ending.comment:
            yield _comment(ending.comment)
        return
    yield word
    yield from _time(ending.time_ms)
    for text in ending_comments(ending, turn, infraction, version=3):
        yield _comment(text)


def _wrapped(tokens: Iterator[str]) -> Iterator[str]:
    """The tokens in lines of about 80 characters."""
    line: list[str] = []
    length = 0
    for token in tokens:
        if line and length + len(token) > 80:
            yield " ".join(line)
            line, length = [], 0
        line.append(token)
        length += len(token) + 1
    if line:
        yield " ".join(line)
