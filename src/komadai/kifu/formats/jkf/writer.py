"""Writes normalised JKF: every move with all of its fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from komadai.kifu.comments import engine_comments
from komadai.kifu.formats.csa.endings import ending_comments, statement
from komadai.kifu.formats.jkf import deep_json
from komadai.kifu.formats.kif.header_reader import HEADER_NAMES
from komadai.kifu.tree.variations import go_back
from komadai.notation import csa, japanese, relation
from komadai.pieces import HAND_TYPES, Color
from komadai.squares import file_of, rank_of, square_at

if TYPE_CHECKING:
    from komadai._core import Board, Move
    from komadai.kifu.tree.game import Game, Node

PRESETS: Final = {
    "even": "HIRATE", "lance": "KY", "right-lance": "KY_R", "bishop": "KA", "rook": "HI",
    "rook-lance": "HIKY", "two-piece": "2", "three-piece": "3", "four-piece": "4", "five-piece": "5",
    "five-piece-left": "5_L", "six-piece": "6", "seven-piece-left": "7_L", "seven-piece": "7_R",
    "eight-piece": "8", "ten-piece": "10",
}  # fmt: skip
"""Handicaps and their names in JKF; other starts are written as positions."""

RELATIVE: Final = {"左": "L", "直": "C", "右": "R", "上": "U", "寄": "M", "引": "D", "打": "H"}


def write(game: Game) -> str:
    """The game as JSON in one line. Times are cut to whole seconds, as JKF demands."""
    return deep_json.dumps(_header(game), _initial(game), _moves(game)) + "\n"


def _header(game: Game) -> dict[str, str]:
    handicap = game.handicap
    sides = (
        ("下手", "上手") if handicap and PRESETS.get(handicap.key, "HIRATE") != "HIRATE" else ("先手", "後手")
    )
    names = HEADER_NAMES | {"black": sides[0], "white": sides[1]}
    return {names.get(key, key): value for key, value in game.headers.items() if value}


def _initial(game: Game) -> dict[str, Any]:
    handicap = game.handicap
    if handicap is not None and handicap.key in PRESETS:
        return {"preset": PRESETS[handicap.key]}
    board = game.board()
    columns = []
    for file in range(1, 10):
        pieces = (board.piece_at(square_at(file, rank)) for rank in range(1, 10))
        columns.append(
            [{"color": int(each.color), "kind": csa.PIECES[each.type]} if each else {} for each in pieces]
        )
    hands = [{csa.PIECES[kind]: board.hand(color)[kind] for kind in HAND_TYPES} for color in Color]
    return {"preset": "OTHER", "data": {"color": int(board.turn), "board": columns, "hands": hands}}


def _moves(game: Game) -> list[dict[str, Any]]:
    board = game.board()
    start: dict[str, Any] = {}
    _add_comments(start, game.root, board)
    moves = [start]
    waiting = [_Fork(game.root, 0, moves, (0, 0))]
    while waiting:
        fork = waiting.pop()
        if fork.first.move is not None:
            go_back(board, fork.ply - 1)
            board.push_unchecked(fork.first.move)
        waiting += _line(board, fork)
    return moves


class _Fork(NamedTuple):
    """A line whose first move is written, but not the moves after it."""

    first: Node
    ply: int
    entries: list[dict[str, Any]]
    """The list that the moves are appended to; it has the entry of the first move."""
    used: tuple[int, int]
    """The seconds that each side has used."""


def _line(board: Board, line: _Fork) -> list[_Fork]:
    """Writes the rest of a line, whose moves are played on the board; returns its forks."""
    node, entries, used = line.first, line.entries, list(line.used)
    forks: list[_Fork] = []
    infraction = None
    while True:
        side = board.turn
        entry: dict[str, Any] = {}
        # A fork replaces the move or the ending, so its times begin before theirs.
        before = (used[0], used[1])
        others = node.variations
        if node.ending is not None:
            word = statement(node.ending, side, version=3).removeprefix("%")
            if word or others:
                # Moves that could have been played instead of resigning are forks of an entry.
                entry["special"] = word or "CHUDAN"
                _add_time(entry, node.ending.time_ms, node.ending.total_ms, used, side)
                text = "\n".join(ending_comments(node.ending, side, infraction, version=3))
                if text:
                    entry["comments"] = text.split("\n")
                entries.append(entry)
            elif node.ending.comment:
                # The ending has only a comment: it is written as a comment on the move before.
                entries[-1].setdefault("comments", []).extend(node.ending.comment.split("\n"))
        elif node.children:
            first = node.children[0]
            if first.move is not None:
                infraction = board.infraction(first.move)
                _add_move(entry, board, first.move, node.move)
                _add_time(entry, first.time_ms, first.total_ms, used, side)
                entries.append(entry)
        for other in others:
            fork_used = list(before)
            fork: list[dict[str, Any]] = [{}]
            if other.move is None:
                continue
            _add_move(fork[0], board, other.move, node.move)
            _add_time(fork[0], other.time_ms, other.total_ms, fork_used, side)
            board.push_unchecked(other.move)
            _add_comments(fork[0], other, board)
            entry.setdefault("forks", []).append(fork)
            forks.append(_Fork(other, board.ply, fork, (fork_used[0], fork_used[1])))
            board.pop()
        if node.ending is not None or not node.children:
            return forks
        node = node.children[0]
        if node.move is not None:
            board.push_unchecked(node.move)
        _add_comments(entry, node, board)


def _add_move(entry: dict[str, Any], board: Board, move: Move, previous: Move | None) -> None:
    color, kind = relation.mover(board, move)
    data: dict[str, Any] = {"color": int(color), "piece": csa.PIECES[kind], "to": _place(move.to_square)}
    words = japanese.words(board, move)
    if move.from_square is None:
        words = "打" if relation.rivals(board, color, kind, move.to_square) else ""
    else:
        data["from"] = _place(move.from_square)
        if previous is not None and previous.to_square == move.to_square:
            data["same"] = True
        if move.promotion or relation.may_promote(board, move):
            data["promote"] = move.promotion
        taken = board.piece_at(move.to_square)
        if taken is not None:
            data["capture"] = csa.PIECES[taken.type]
    relative = "".join(RELATIVE.get(word, "") for word in words)
    if relative:
        data["relative"] = relative
    entry["move"] = data


def _place(square: int) -> dict[str, int]:
    return {"x": file_of(square), "y": rank_of(square)}


def _add_time(
    entry: dict[str, Any], time_ms: int | None, total_ms: int | None, used: list[int], side: Color
) -> None:
    if time_ms is None:
        return
    seconds = max(time_ms, 0) // 1000
    used[side] += seconds
    total = used[side] if total_ms is None else max(total_ms, 0) // 1000
    entry["time"] = {
        "now": {"m": seconds // 60, "s": seconds % 60},
        "total": {"h": total // 3600, "m": total // 60 % 60, "s": total % 60},
    }


def _add_comments(entry: dict[str, Any], node: Node, board: Board) -> None:
    comment = engine_comments.write_comment(node, board)
    if comment:
        entry["comments"] = comment.split("\n")
