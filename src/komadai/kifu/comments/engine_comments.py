"""Evaluations and lines of engines in comments, as programs write them into KIF files (and CSA, and JKF).

Each program has its own form; all of these are read:

- ShogiHome: lines ``#評価値=58``, ``#読み筋=▲２六歩△３四歩``, ``#深さ=20``, ``#ノード数=…``, ``#エンジン=…``,
  ``#詰み=先手勝ち:15手``, ``#詰み=先手勝ち`` (``*`` instead of ``#`` for the thoughts of a player)
- ShogiGUI: ``*対局 時間 00:00.8 深さ 22/28 ノード数 744743 評価値 88 読み筋 ▲３四飛(24)``, ``*解析 0 …``
- Kishin Analytics: ``* Engine suisho … 候補1 深さ 13/19 ノード数 596119 評価値 -47 読み筋 △７四金(63)``
- K-Shogi and Piyo Shogi: ``#指し手[62]△７五歩  ▲３三桂成``, ``#形勢[62]…``
- floodgate: ``* 123 +7776FU -3334FU``, or the moves in Japanese

In games of variants only ShogiHome's form is read and written, with the moves of the line in USI.

Scores are from Black's point of view in all of them. Text that cannot be read stays a comment. The lines are
stored in :attr:`Analysis.text <komadai.kifu.Analysis>` and written back, because they may hold more than the
other fields.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast

from komadai._core import Board, Move
from komadai.errors import KomadaiError, check_type
from komadai.kifu.comments.floodgate_comments import read_analysis, write_analysis
from komadai.kifu.tree.game import Analysis
from komadai.notation import japanese
from komadai.notation.pattern import resolve
from komadai.pieces import Color
from komadai.squares import square_japanese

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai._core import Run, VariantMove
    from komadai.kifu.tree.game import Node
    from komadai.variants import Board as VariantBoard

HINTS: Final = ("評価値", "読み筋", "詰み=", "指し手[", "形勢[", "深さ=", "ノード数=", "エンジン=")
"""A comment without any of these, and without a number at the beginning of a line, holds no analysis."""
HINT_CHARACTERS: Final = "評読=["
"""Each hint has one of these characters; the native readers search only for them."""
_HINT: Final = re.compile("|".join([*map(re.escape, HINTS), r"^\*? ?[+-]?[0-9]"]), re.M)

_KEYS: Final = ("詰み", "評価値", "読み筋", "深さ", "ノード数", "時間", "エンジン")
"""The keys of a block of lines, in this order. 時間 (seconds) is an addition of Komadai."""
_KEY: Final = re.compile(rf"([*#])({'|'.join(_KEYS)})=(.+)")
_SITUATION: Final = re.compile(r"互角|(?:先手|後手)(?:やや)?(?:有望|有利|優勢|勝勢|良し)")
"""The score in words, which ShogiHome writes above the number."""
_MATE: Final = re.compile(r"(先手|後手)勝ち(?::(\d{1,6})手)?")
_SCORE: Final = re.compile(r"[+-]?\d{1,9}")
_SECONDS: Final = re.compile(r"(\d{1,9})(?:\.(\d{1,3}))?")

_ONE_LINE: Final = re.compile(
    r"(?:\*(?:対局|解析|検討)|\* Engine (?P<engine>.+?)(?= 候補| 時間| 深さ| 評価値)|評価値 ).*"
)
_ITEM: Final = re.compile(
    r"時間 (?:(?P<hours>\d{1,4}):)?(?P<minutes>\d{1,4}):(?P<seconds>\d{1,2})(?:\.(?P<fraction>\d{1,3}))?|"
    r"深さ (?P<depth>\d{1,6})(?!\d)|"
    r"ノード数 (?P<nodes>\d{1,18})(?!\d)|"
    r"評価値 (?:(?P<mate>(?:[+-]?詰 ?|mate ?[+-]?)\d{1,6})|"
    r"(?P<mating>[+-]詰|mate ?[+-])(?=\s|$)|"
    r"(?P<score>[+-]?\d{1,9}))(?!\d)"
)
_FLOODGATE: Final = re.compile(r"\*? ?([+-]?\d{1,9}) +(?=[▲△▼▽☗☖+-])(.*)")
_K_SHOGI: Final = re.compile(r"#(?:指し手|形勢)\[([+-]?\d{1,9})\](.*)")

_MARKED: Final = re.compile(r"([▲△▼▽☗☖])([^▲△▼▽☗☖]{1,40})")
_USI: Final = re.compile(r"\s*([1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i])(?=\s|$)")
_LONGEST: Final = 1000
"""The maximum number of moves that are read of a line."""


# -- reading


def has_hint(text: str) -> bool:
    """Whether a comment may hold an analysis: a quick test that needs no board."""
    return _HINT.search(text) is not None


def read_comment(
    board: Any, previous: Move | None, text: str, *, floodgate: bool = False
) -> tuple[list[Analysis], str]:
    """The analyses in a comment on the move that led to this position, and the rest of the comment.

    ``floodgate`` is for formats in which ``* 123 +7776FU`` is the usual form, such as CSA; they have no games
    of variants.
    """
    # Most comments in such formats are one line of floodgate.
    if floodgate and "\n" not in text and (found := read_analysis(board, text)):
        return [found], ""
    analyses, text = _split(board, previous, text)
    return _merged(board, analyses) if floodgate else analyses, text


def read_run(run: Run, comments: list[tuple[int, str]]) -> Iterator[tuple[int, list[Analysis], str]]:
    """For each of these comments of a run: the number of moves before it, its analyses, the rest of it."""
    board, moves = run.board(), run.moves
    played = 0
    for count, text in comments:
        for move in moves[played:count]:
            board.push_unchecked(move)
        played = count
        analyses: list[Analysis] = []
        if has_hint(text):
            previous = moves[count - 1] if count else None
            analyses, text = read_comment(board, previous, text, floodgate=run.is_csa)
        yield count, analyses, text


def _merged(board: Board, analyses: list[Analysis]) -> list[Analysis]:
    """The analyses without duplicates: one in floodgate's form, followed by the same one in a form that holds
    more."""
    merged: list[Analysis] = []
    plain = None
    for analysis in analyses:
        if plain is not None and plain == _plain(analysis):
            merged.pop()
        plain = read_analysis(board, analysis.text)
        merged.append(plain or analysis)
    return merged


def _plain(analysis: Analysis) -> Analysis:
    """The part of an analysis that floodgate's form can hold."""
    return Analysis(analysis.centipawns, line=analysis.line, nodes=analysis.nodes)


def _split(board: Board | VariantBoard, previous: Move | None, text: str) -> tuple[list[Analysis], str]:
    """The analyses in a comment, and the lines that hold none."""
    analyses: list[Analysis] = []
    rest: list[str] = []
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        block = _block(lines, at)
        analysis = None
        if block:
            analysis = _from_block(board, previous, block)
        elif isinstance(board, Board):  # the other forms are those of programs for shogi
            analysis = _from_line(board, previous, lines[at])
        end = at + max(len(block), 1)
        if analysis is None:
            rest += lines[at:end]
        else:
            # ShogiHome separates its blocks by a blank line.
            end += bool(block) and end < len(lines) and not lines[end]
            analyses.append(replace(analysis, text="\n".join(lines[at:end])))
        at = end
    return analyses, "\n".join(rest)


def _block(lines: list[str], at: int) -> list[str]:
    """The lines from here that make one analysis in ShogiHome's form."""
    end = at
    if _SITUATION.fullmatch(lines[at]) and at + 1 < len(lines):
        match = _KEY.fullmatch(lines[at + 1])
        end += match is not None and match[2] == "評価値"
    first, last = None, -1
    while end < len(lines) and (match := _KEY.fullmatch(lines[end])):
        order = _KEYS.index(match[2])
        if first not in (None, match[1]) or order <= last:
            break
        first, last, end = match[1], order, end + 1
    return lines[at:end]


def _from_block(board: Board | VariantBoard, previous: Move | None, lines: list[str]) -> Analysis | None:
    """None if a line cannot be read."""
    found = Analysis()
    for line in lines:
        match = _KEY.fullmatch(line)
        if match is None:
            continue
        key, value = match[2], match[3]
        if key == "評価値" and _SCORE.fullmatch(value):
            found = replace(found, centipawns=int(value))
        elif key == "詰み" and (mate := _MATE.fullmatch(value)):
            side = Color.BLACK if mate[1] == "先手" else Color.WHITE
            if mate[2]:
                found = replace(found, mate=int(mate[2]) * (-1 if side else 1))
            else:
                found = replace(found, mating=side)
        elif key == "読み筋":
            found = replace(found, line=_line(board, previous, value))
        elif key == "深さ" and (depth := re.fullmatch(r"(\d{1,6})(?:/\d{1,6})?", value)):
            found = replace(found, depth=int(depth[1]))
        elif key == "ノード数" and re.fullmatch(r"\d{1,18}", value):
            found = replace(found, nodes=int(value))
        elif key == "時間" and (time := _SECONDS.fullmatch(value)):
            found = replace(found, time_ms=_milliseconds(time[1], time[2]))
        elif key == "エンジン":
            found = replace(found, engine=value)
        else:
            return None
    return None if found == Analysis(engine=found.engine) else found


def _from_line(board: Board, previous: Move | None, line: str) -> Analysis | None:
    if one := _ONE_LINE.fullmatch(line):
        return _from_one_line(board, previous, line, one["engine"] or "")
    if match := _FLOODGATE.fullmatch(line):
        if line.startswith("* ") and (found := read_analysis(board, line)):
            return found
        moves = _line(board, previous, match[2])
        return Analysis(int(match[1]), line=moves) if moves else None
    if match := _K_SHOGI.fullmatch(line):
        return Analysis(int(match[1]), line=_line(board, previous, match[2]))
    # Converters from CSA may keep the asterisk of '*, so there are two.
    return read_analysis(board, line) or read_analysis(board, line.removeprefix("*"))


def _from_one_line(board: Board, previous: Move | None, text: str, engine: str) -> Analysis | None:
    what, _, moves = text.partition("読み筋 ")
    found = Analysis(engine=engine, line=_line(board, previous, moves))
    for item in _ITEM.finditer(what):
        if item["score"]:
            found = replace(found, centipawns=int(item["score"]))
        elif item["mate"]:
            found = replace(found, mate=int(re.sub("詰|mate| ", "", item["mate"])))
        elif item["mating"]:
            found = replace(found, mating=Color.WHITE if "-" in item["mating"] else Color.BLACK)
        elif item["depth"]:
            found = replace(found, depth=int(item["depth"]))
        elif item["nodes"]:
            found = replace(found, nodes=int(item["nodes"]))
        else:
            minutes = int(item["hours"] or 0) * 60 + int(item["minutes"])
            seconds = str(minutes * 60 + int(item["seconds"]))
            found = replace(found, time_ms=_milliseconds(seconds, item["fraction"]))
    has_score = found.centipawns is not None or found.mate is not None or found.mating is not None
    return found if has_score or found.line else None


def _milliseconds(seconds: str, fraction: str | None) -> int:
    return int(seconds) * 1000 + int((fraction or "").ljust(3, "0"))


def _line(board: Board | VariantBoard, previous: Move | None, text: str) -> tuple[Move, ...]:
    """The moves of a line from this position, up to the first that cannot be played.

    Some programs begin with the move that was just played; it is left out.
    """
    if not isinstance(board, Board):
        return _line_of_variant(board, text)
    board = board.copy()
    moves: list[Move] = []
    for number, match in enumerate(_MARKED.finditer(text) if _MARKED.search(text) else _USI.finditer(text)):
        try:
            if match.re is _USI:
                move = Move.from_usi(match[1])
            else:
                pattern = japanese.parse("".join(unicodedata.normalize("NFKC", match[0]).split()))
                if pattern is None:
                    break
                if number == 0 and previous is not None and pattern.color is board.turn.opponent:
                    if pattern.to not in (None, previous.to_square):
                        break
                    continue
                move = resolve(board, [pattern], match[0], previous)
            if number == 0 and move is previous:
                continue
            board.push(move)
        except KomadaiError:
            break
        moves.append(move)
        previous = move
        if len(moves) == _LONGEST:
            break
    return tuple(moves)


def _line_of_variant(board: VariantBoard, text: str) -> tuple[Move, ...]:
    board = _without_history(board)
    moves: list[VariantMove] = []
    for word in text.split()[:_LONGEST]:
        move = board.parse_move(word)
        if move is None:
            break
        board.push_unchecked(move)
        moves.append(move)
    return cast("tuple[Move, ...]", tuple(moves))


def _without_history(board: VariantBoard) -> VariantBoard:
    """Another board with this position; copying the moves before it would take long."""
    return type(board)(board.variant, board.sfen())


# -- writing


def write_comment(node: Node[Any], board: Board | VariantBoard, *, floodgate: bool = False) -> str:
    """The comment on a move, with the analyses of the position after it (``board``) before it.

    With ``floodgate``, as in CSA files, ``* 123 +7776FU`` is written, then lines with what it cannot hold.
    Raises ArgumentTypeError for anything else in the list of analyses, to which anything can be appended.
    """
    if not node.analyses:
        return node.comment
    lines: list[str] = []
    for index, analysis in enumerate(node.analyses):
        check_type(f"analyses[{index}]", analysis, Analysis, "an Analysis")
        _append(lines, _lines(analysis, node, board, floodgate=floodgate))
    if node.comment:
        _append(lines, node.comment.split("\n"))
    return "\n".join(lines)


def _append(lines: list[str], more: list[str]) -> None:
    """Appends lines so that they are not read as part of the block before."""
    if (
        lines
        and more
        and _KEY.fullmatch(lines[-1])
        and (not more[0] or len(_block([lines[-1], more[0]], 0)) > 1)
    ):
        lines.append("")
    lines += more


def _lines(analysis: Analysis, node: Node[Any], board: Any, *, floodgate: bool) -> list[str]:
    line = write_analysis(board, analysis) if floodgate else None
    if line is not None:
        complete = [line] if analysis.text == line else _lines(analysis, node, board, floodgate=False)
        holds_more = analysis != _plain(analysis) or complete != _block_of(analysis, node, board)
        return [line, *complete] if holds_more and complete != [line] else [line]
    if analysis.text and _split(board, node.move, analysis.text) == ([analysis], ""):
        return analysis.text.split("\n")
    return _block_of(analysis, node, board)


def _block_of(analysis: Analysis, node: Node[Any], board: Board | VariantBoard) -> list[str]:
    """The lines of an analysis in ShogiHome's form."""
    values: dict[str, object] = {
        "詰み": _mate(analysis),
        "評価値": analysis.centipawns,
        "読み筋": _line_text(board, node.move, analysis.line) or None,
        "深さ": analysis.depth,
        "ノード数": analysis.nodes,
        "時間": None
        if analysis.time_ms is None
        else f"{analysis.time_ms // 1000}.{analysis.time_ms % 1000:03}",
        "エンジン": " ".join(analysis.engine.split()) or None,
    }
    return [f"#{key}={values[key]}" for key in _KEYS if values[key] is not None]


def _mate(analysis: Analysis) -> str | None:
    if analysis.mate is not None:
        return f"{'先手' if analysis.mate >= 0 else '後手'}勝ち:{abs(analysis.mate)}手"
    return None if analysis.mating is None else f"{analysis.mating.japanese}勝ち"


def _line_text(board: Board | VariantBoard, previous: Move | None, line: tuple[Move, ...]) -> str:
    """The moves in the form in which they are read back, up to the first illegal one."""
    if isinstance(board, Board):
        return "".join(_moves(board, previous, line))
    board = _without_history(board)
    words = []
    for move in cast("tuple[VariantMove, ...]", line):
        if not board.is_legal(move):
            break
        words.append(move.usi())
        board.push_unchecked(move)
    return " ".join(words)


def _moves(board: Board, previous: Move | None, line: tuple[Move, ...]) -> list[str]:
    """The moves in Japanese, up to the first illegal one."""
    board = board.copy()
    words = []
    for move in line:
        if not board.is_legal(move):
            break
        same = previous is not None and previous.to_square == move.to_square and move.drop is None
        what = japanese.piece_and_words(board, move)
        where = ("同　" if len(what) == 1 else "同") if same else square_japanese(move.to_square)
        words.append(f"{japanese.MARKS[board.turn]}{where}{what}")
        board.push(move)
        previous = move
    return words
