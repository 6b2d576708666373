"""What ``komadai tsume`` says, in English and in Japanese."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from komadai import notation
from komadai.cli.words import Language
from komadai.diagram.text import japanese_hand

if TYPE_CHECKING:
    from collections.abc import Iterable

    from komadai import Board, Move
    from komadai.pieces import Hand


def say(key: str, language: Language, **values: object) -> str:
    """The sentence of this name with its values filled in."""
    return SENTENCES[key][language is Language.JA].format_map(values)


def move_text(board: Board, move: Move, language: Language) -> str:
    """A move as people write it, about to be played on this board: ``▲5二金打``, ``☗G*5b``."""
    if language is Language.JA:
        return notation.write(board, move, "japanese")
    return f"{board.turn.mark}{notation.write(board, move, 'western')}"


def line_text(board: Board, moves: Iterable[Move], language: Language) -> str:
    """A line of moves from this position. Stops where a move is not legal."""
    board = board.copy()
    texts = []
    for move in moves:
        if not board.is_legal(move):
            break
        texts.append(move_text(board, move, language))
        board.push(move)
    return " ".join(texts)


def held_text(hand: Hand, language: Language) -> str:
    """``金　歩二`` or ``G 2P``."""
    if language is Language.JA:
        return japanese_hand(hand)
    return " ".join(
        f"{count if count > 1 else ''}{kind.letter}" for kind, count in reversed(list(hand.items())) if count
    )


SENTENCES: Final[Mapping[str, tuple[str, str]]] = {
    "mate": ("Mate in {plies}", "{plies}手詰"),
    "mate_at_most": (
        "Mate in {plies} (not proved to be the shortest)",
        "{plies}手で詰み（最短かどうかは未証明）",
    ),
    "no-mate": ("No mate", "不詰"),
    "unknown": ("Unknown: {reason}", "不明：{reason}"),
    "time": ("the time ran out", "時間切れ"),
    "nodes": ("the nodes ran out", "局面数の上限"),
    "memory": ("the memory ran out", "メモリ不足"),
    "stopped": ("stopped", "中止"),
    "left": ("left in hand: {hand}", "駒余り：{hand}"),
    "effort": ("{nodes:,} nodes, {seconds:.2f} s", "{nodes:,}局面　{seconds:.2f}秒"),
    "completed": (
        "The defender holds every piece that is not shown.",
        "玉方の持駒は残り全部とします。",
    ),
    "summary": (
        "{problems}: {mate:,} mate, {none:,} no mate, {unknown:,} unknown, {failed:,} unreadable;"
        " {nodes:,} nodes, {seconds:.1f} s",
        "{problems}：詰み {mate:,}、不詰 {none:,}、不明 {unknown:,}、読めないもの {failed:,}"
        "（{nodes:,}局面　{seconds:.1f}秒）",
    ),
    "problems": ("{count}", "{number:,}題"),
    "interrupted": ("Stopped; what was known by then:", "中止しました。そこまでの結果："),
    "searching": (
        "{seconds:6.1f} s   {nodes:,} nodes   {speed:,}/s   memory {full:.0f} %",
        "{seconds:6.1f}秒   {nodes:,}局面   毎秒{speed:,}   メモリ {full:.0f} %",
    ),
    "numbers": ("pn {pn}   dn {dn}   {best}", "証明数 {pn}   反証数 {dn}   {best}"),
    "best": ("mate in {plies} found, looking for a shorter one", "{plies}手の詰みを発見、短手数を探索中"),
    "no_best": ("no mate yet", "まだ詰みなし"),
    "done": ("{done:,} done", "{done:,}題終了"),
}
