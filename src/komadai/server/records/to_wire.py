"""Converts game trees to wire types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from komadai import kifu
from komadai._core import Board
from komadai.errors import IllegalMoveError, NotationError
from komadai.messages.text import Text
from komadai.outcome import Infraction, Termination
from komadai.play.boards import SHOGI, GameBoard, variant_key
from komadai.play.state import color_name
from komadai.server.positions import views
from komadai.server.positions import wire as positions_wire
from komadai.server.positions.position import Position
from komadai.server.records import wire as wr

if TYPE_CHECKING:
    from komadai.kifu import Analysis, Deviation, Ending, Game, Node, VariantGame

LABELS: Final = {
    "black": Text("Black (sente)", "先手"),
    "white": Text("White (gote)", "後手"),
    "event": Text("Event", "棋戦"),
    "site": Text("Place", "場所"),
    "started": Text("Began", "開始日時"),
    "ended": Text("Ended", "終了日時"),
    "opening": Text("Opening", "戦型"),
    "time_limit": Text("Time control", "持ち時間"),
}
"""The headers that every format supports, in the order of a form."""
HANDICAP_LABELS: Final = {
    "black": Text("Black (shitate)", "下手"),
    "white": Text("White (uwate)", "上手"),
}
OTHER_LABELS: Final = {
    "#": Text("Remarks", "注記"),
    "備考": Text("Note", "備考"),
    "表題": Text("Title", "表題"),
    "掲載": Text("Published in", "掲載"),
    "消費時間": Text("Time used", "消費時間"),
    "秒読み": Text("Byoyomi", "秒読み"),
    "考慮時間": Text("Thinking time", "考慮時間"),
    "先手省略名": Text("Black, in short", "先手省略名"),
    "後手省略名": Text("White, in short", "後手省略名"),
    "作者": Text("Composer", "作者"),
    "作品名": Text("Name", "作品名"),
    "作意": Text("Intended solution", "作意"),
    "発表誌": Text("Published in", "発表誌"),
    "発表年月": Text("Published", "発表年月"),
    "出典": Text("Source", "出典"),
    "手数": Text("Moves", "手数"),
    "完全性": Text("Soundness", "完全性"),
    "分類": Text("Kind", "分類"),
    "受賞": Text("Prize", "受賞"),
    "図": Text("Diagram", "図"),
    "振り駒": Text("Furigoma", "振り駒"),
    "記録係": Text("Recorder", "記録係"),
    "棋譜ID": Text("Record ID", "棋譜ID"),
}
"""Other headers that Japanese programs write often; the label of any other header is its name."""


def record(game: Game | VariantGame) -> wr.GameRecord:
    """A game as a record of the wire."""
    return wr.GameRecord(
        variant=key_of(game),
        headers=[
            wr.Header(name=plain(name), label=label(name, game.is_handicap), value=plain(value))
            for name, value in game.headers.items()
        ],
        start_sfen=Position(game.sfen),
        handicap=game.handicap.key if game.handicap else None,
        nodes=_nodes(game),
        warnings=[_warning(each) for each in game.warnings],
    )


def key_of(game: Game | VariantGame) -> str:
    """The variant of the game with its options, see `komadai.play.boards`."""
    if isinstance(game, kifu.Game):
        return SHOGI
    return variant_key(game.variant.name, game.variant.changed_options)


def label(name: str, handicap: bool = False) -> Text:
    """The label of a header."""
    known = HANDICAP_LABELS.get(name) if handicap else None
    return known or LABELS.get(name) or OTHER_LABELS.get(name) or Text(plain(name), plain(name))


def _nodes(game: Game | VariantGame) -> list[wr.RecordNode]:
    """The nodes in depth-first order. One board plays and undoes the moves; there is no recursion."""
    board = game.board()
    handicap = game.is_handicap
    nodes: list[wr.RecordNode] = []
    waiting: list[tuple[Node[Any], int | None, int]] = [(game.root, None, 0)]
    while waiting:
        node, parent, ply = waiting.pop()
        while board.ply >= max(ply, 1):
            board.pop()
        own = len(nodes)
        nodes.append(_node(board, node, parent, handicap))
        waiting += [(child, own, ply + 1) for child in reversed(node.children)]
    return nodes


def _node(board: GameBoard, node: Node[Any], parent: int | None, handicap: bool) -> wr.RecordNode:
    """A node; plays its move on the board."""
    played = None if node.move is None else play(board, node.move)
    return wr.RecordNode(
        parent=parent,
        usi=played.view.usi if played else None,
        sfen=played.view.sfen if played else board.sfen(),
        color=played.view.color if played else None,
        captured=played.view.captured if played else None,
        text=played.view.text if played else None,
        spoken=played.view.spoken if played else None,
        check=played.view.check if played else board.is_check(),
        illegal=illegal(played.infraction) if played else None,
        comment=plain(node.comment),
        bookmark=plain(node.bookmark),
        ms=node.time_ms,
        total_ms=node.total_ms,
        analyses=[_analysis(each) for each in node.analyses],
        ending=None if node.ending is None else _ending(node.ending, handicap),
    )


class PlayedMove:
    """A move that was played, and the rule that it breaks, if any."""

    __slots__ = ("infraction", "view")

    def __init__(self, view: positions_wire.MoveView, infraction: Infraction | None) -> None:
        self.view: Final = view
        self.infraction: Final = infraction


def play(board: GameBoard, move: Any, previous: Any = None, handicap: bool | None = None) -> PlayedMove:
    """Plays a move of the board, illegal or not; ``previous`` and ``handicap`` are as in
    `komadai.notation.spoken`.

    Raises IllegalMoveError if it cannot be played at all.
    """
    infraction = board.infraction(move)
    ply = board.move_number if isinstance(board, Board) else board.ply + 1
    try:
        return PlayedMove(views.play(board, move, ply=ply, previous=previous, handicap=handicap), infraction)
    except (IllegalMoveError, NotationError):
        raise IllegalMoveError(move, infraction or Infraction.OTHER) from None


def illegal(infraction: Infraction | None) -> wr.Illegal | None:
    """The rule that a move breaks; None for a legal move."""
    if infraction is None:
        return None
    return wr.Illegal(infraction.value, Text.of(infraction))


def _analysis(analysis: Analysis) -> wr.Analysis:
    return wr.Analysis(
        centipawns=analysis.centipawns,
        mate=analysis.mate,
        mating=None if analysis.mating is None else color_name(analysis.mating),
        depth=analysis.depth,
        nodes=analysis.nodes,
        engine=plain(analysis.engine),
        ms=analysis.time_ms,
        written=plain(analysis.text),
        line=[move.usi() for move in analysis.line],
    )


def _ending(ending: Ending, handicap: bool) -> wr.Ending:
    outcome, result = ending.outcome, None
    if outcome is not None:
        result = wr.RecordResult(
            winner=None if outcome.winner is None else color_name(outcome.winner),
            termination=outcome.termination.value,
            infraction=None if outcome.infraction is None else outcome.infraction.value,
            failed=list(outcome.failed),
            text=Text(outcome.text("en", handicap=handicap), outcome.text("ja", handicap=handicap)),
        )
    return wr.Ending(
        result=result,
        word=plain(ending.word),
        ms=ending.time_ms,
        total_ms=ending.total_ms,
        comment=plain(ending.comment),
    )


def _warning(deviation: Deviation) -> wr.RecordWarning:
    message = Text(plain(deviation.message), plain(deviation.message.text("ja")))
    return wr.RecordWarning(deviation.line, deviation.column, plain(deviation.text), message)


def plain(text: str) -> str:
    """Replaces lone surrogates, which a JSON record can contain and UTF-8 cannot."""
    return str(text) if text.isascii() else text.encode("utf-8", "replace").decode()


def termination_choices() -> list[wr.TerminationChoice]:
    """The terminations that a line can have."""
    return [wr.TerminationChoice(each.value, Text.of(each)) for each in Termination]


def header_choices() -> list[wr.HeaderChoice]:
    """The headers that every format supports."""
    return [wr.HeaderChoice(name, words) for name, words in LABELS.items()]
