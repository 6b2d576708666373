"""Converts a record of the wire to a game tree, and validates every part of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from komadai import variants
from komadai._core import Board
from komadai.errors import IllegalMoveError, InvalidMoveError
from komadai.kifu import Analysis, Ending, Game, Node, VariantGame
from komadai.messages.text import Text
from komadai.outcome import Infraction, Outcome, Termination
from komadai.pieces import Color
from komadai.play.boards import GameBoard, read_move
from komadai.server.errors import ApiError
from komadai.server.records import wire as wr
from komadai.server.records.positions import any_board_of

MAX_MOVES: Final = 20_000
"""The maximum number of moves of a game, variations included. On larger boards it is a part of this, see
`weight`."""
MAX_REPEATED: Final = 1_000_000
"""The maximum sum of the plies before all variations, because writers play each variation from the start."""
TOO_MANY: Final = Text(
    f"a game has at most {MAX_MOVES:,} moves here, its variations included",
    f"変化も含めて{MAX_MOVES}手までです",
)
TOO_BRANCHED: Final = Text(
    "it has too many variations that begin too far from the start", "開始局面から遠い変化が多すぎます"
)
MAX_NAME: Final = 100
MAX_HEADERS: Final = 200


ReadMove = Callable[[str], Any]
"""Reads a move of the record's variant. Raises InvalidMoveError."""


def weight(game: Game | VariantGame | GameBoard) -> int:
    """How many moves of shogi a move counts as: positions of large boards are larger and take longer."""
    if not isinstance(game, VariantGame | variants.Board):
        return 1
    return 1 + game.variant.files * game.variant.ranks // 400


def game_of(record: wr.GameRecord) -> tuple[Game | VariantGame, list[Node[Any]]]:
    """The game, and its nodes in the order of the record. Raises ApiError with the invalid field."""
    board = any_board_of(record.variant, record.start_sfen, "record.start_sfen")
    game: Game | VariantGame
    if isinstance(board, Board):
        game = Game(headers=_headers(record.headers))
        game.sfen = board.sfen()
    else:
        game = VariantGame(board.variant, board.sfen(), _headers(record.headers))
    if len(record.nodes) > MAX_MOVES // weight(game) + 1:
        raise ApiError("too_many_moves", why=TOO_MANY)
    nodes = _tree(game, record.nodes, lambda usi: read_move(board, usi))
    _check_played(game, nodes)
    return game, nodes


def _headers(headers: list[wr.Header]) -> dict[str, str]:
    if len(headers) > MAX_HEADERS:
        raise _invalid("record.headers", f"at most {MAX_HEADERS} headers", f"見出しは{MAX_HEADERS}個までです")
    values: dict[str, str] = {}
    for number, header in enumerate(headers):
        where = f"record.headers[{number}].name"
        if not 0 < len(header.name) <= MAX_NAME:
            english = f"a name of 1 to {MAX_NAME} characters"
            raise _invalid(where, english, f"見出しの名前は1〜{MAX_NAME}文字です")
        if header.name in values:
            raise _invalid(where, "each name once", f"見出し「{header.name}」が二度あります")
        values[header.name] = header.value
    return values


def _tree(game: Game | VariantGame, nodes: list[wr.RecordNode], read: ReadMove) -> list[Node[Any]]:
    """Builds the tree. A parent must be an earlier node, so there are no cycles."""
    if not nodes or nodes[0].parent is not None or nodes[0].usi is not None:
        english = "the root as the first node, without parent and usi"
        raise _invalid("record.nodes", english, "最初のノードは開始局面（parentとusiなし）です")
    built: list[Node[Any]] = []
    depths: list[int] = []
    repeated = 0
    for number, each in enumerate(nodes):
        node: Node[Any] = game.root
        if number:
            if each.parent is None or each.parent >= number:
                english = f"an earlier node, 0 to {number - 1}"
                where = f"record.nodes[{number}].parent"
                raise _invalid(where, english, f"前にあるノードの番号（0〜{number - 1}）を書きます")
            parent = built[each.parent]
            if parent.children or parent.ending is not None:
                repeated += depths[each.parent]
            node = parent.add(_move(each.usi, number, read))
            depths.append(depths[each.parent] + 1)
        else:
            depths.append(0)
        built.append(node)
        _fill(node, each, number, read)
    if repeated > MAX_REPEATED // weight(game):
        raise ApiError("too_many_moves", why=TOO_BRANCHED)
    return built


def _move(usi: str | None, number: int, read: ReadMove) -> Any:
    try:
        return read(usi or "")
    except InvalidMoveError as error:
        why = Text(f"record.nodes[{number}].usi: {error}", f"{number}番目の指し手「{usi or ''}」が読めません")
        raise ApiError("invalid", f"record.nodes[{number}].usi", why=why) from error


def _fill(node: Node[Any], each: wr.RecordNode, number: int, read: ReadMove) -> None:
    node.comment = each.comment
    node.bookmark = each.bookmark
    node.time_ms = each.ms
    node.total_ms = each.total_ms
    node.analyses = [_analysis(analysis, number, index, read) for index, analysis in enumerate(each.analyses)]
    if each.ending is not None:
        node.ending = Ending(
            outcome=None if each.ending.result is None else _outcome(each.ending.result, number),
            word=each.ending.word,
            time_ms=each.ending.ms,
            total_ms=each.ending.total_ms,
            comment=each.ending.comment,
        )


def _analysis(analysis: wr.Analysis, number: int, index: int, read: ReadMove) -> Analysis:
    try:
        line = tuple(read(usi) for usi in analysis.line)
    except InvalidMoveError as error:
        where = f"record.nodes[{number}].analyses[{index}].line"
        why = Text(f"{where}: {error}", f"{number}番目の手の読み筋に指し手でないものがあります")
        raise ApiError("invalid", where, why=why) from error
    return Analysis(
        centipawns=analysis.centipawns,
        mate=analysis.mate,
        mating=None if analysis.mating is None else Color(analysis.mating == "white"),
        line=line,
        depth=analysis.depth,
        nodes=analysis.nodes,
        engine=analysis.engine,
        time_ms=analysis.ms,
        text=analysis.written,
    )


def _outcome(result: wr.RecordResult, number: int) -> Outcome:
    winner = None if result.winner is None else Color(result.winner == "white")
    try:
        termination = Termination(result.termination)
        infraction = None if result.infraction is None else Infraction(result.infraction)
    except ValueError as error:
        where = f"record.nodes[{number}].ending.result"
        raise ApiError("invalid", where, why=Text(f"{where}: {error}", f"{where}：{error}")) from error
    return Outcome(winner, termination, infraction, result.failed)


def _check_played(game: Game | VariantGame, nodes: list[Node[Any]]) -> None:
    """Plays every move of the tree. Raises ApiError for a move that cannot be played at all."""
    board: Any = game.board()
    root: Node[Any] = game.root
    waiting = [(child, 0) for child in reversed(root.children)]
    while waiting:
        node, ply = waiting.pop()
        while board.ply > ply:
            board.pop()
        if node.move is None:
            continue
        try:
            board.push_unchecked(node.move)
        except IllegalMoveError as error:
            number = next(index for index, each in enumerate(nodes) if each is node)
            infraction = error.infraction
            why = Text(
                f"record.nodes[{number}].usi: {node.move} cannot be played: {infraction.text('en')}",
                f"{number}番目の指し手「{node.move}」は指せません（{infraction.text('ja')}）",
            )
            raise ApiError("invalid", f"record.nodes[{number}].usi", why=why) from error
        waiting += [(child, ply + 1) for child in reversed(node.children)]


def _invalid(where: str, english: str, japanese: str) -> ApiError:
    return ApiError("invalid", where, why=Text(f"{where}: expected {english}", f"{where}：{japanese}"))
