"""What pictures, pages and sheets say, in English and Japanese."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai import notation
from komadai.errors import UnknownStyleError
from komadai.kifu.formats.kif.endings import summary
from komadai.pieces import Color

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai._core import Board, Move
    from komadai.kifu import Ending, Game, Node
    from komadai.outcome import Language

WORDS: Final = {
    "record": ("Game record", "棋譜"),
    "event": ("Event", "棋戦"),
    "site": ("Place", "場所"),
    "started": ("Started", "開始日時"),
    "ended": ("Ended", "終了日時"),
    "opening": ("Opening", "戦型"),
    "time_limit": ("Time", "持ち時間"),
    "handicap": ("Handicap", "手合割"),
    "result": ("Result", "結果"),
    "used": ("Time used", "消費時間"),
    "start": ("Start", "開始局面"),
    "hand": ("in hand", "持駒"),
    "nothing": ("nothing", "なし"),
    "variation": ("Variation", "変化"),
}
"""The labels; a header that is not here is its own label."""


def check(language: str) -> None:
    """Raises UnknownStyleError for a language that is not spoken here."""
    if language not in ("en", "ja"):
        raise UnknownStyleError(f"expected the language en or ja, got {language!r}")


def word(key: str, language: Language) -> str:
    """The label of this name; the name itself if there is none."""
    return WORDS.get(key, (key, key))[language == "ja"]


def plain(text: str) -> str:
    """The text without what no page can hold: control characters, halves of surrogate pairs."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(_shown(character) for character in text)


def _shown(character: str) -> str:
    if character in "\n\t" or (character >= " " and not "\x7f" <= character <= "\x9f"):
        return "\ufffd" if "\ud800" <= character <= "\udfff" or character in "\ufffe\uffff" else character
    return ""


def line(text: str) -> str:
    """The text in one line, for what is a title or a label."""
    return " ".join(plain(text).split())


def side(game: Game, color: Color, language: Language) -> str:
    """先手 or 後手, 下手 or 上手, Black or White."""
    if language == "en":
        return color.english
    return color.japanese_handicap if game.is_handicap else color.japanese


def name(game: Game, color: Color, language: Language) -> str:
    """The player's name; where the record has none, the side's."""
    return line(game.headers.get(color.key, "")) or side(game, color, language)


def headers(game: Game, language: Language) -> Iterator[tuple[str, str]]:
    """Label and value of all headers but the players, ours first, and the handicap if there is one."""
    known = ("event", "site", "started", "ended", "time_limit", "opening")
    for key in known:
        if value := line(game.headers.get(key, "")):
            yield word(key, language), value
    handicap = game.handicap
    if handicap is not None and handicap.key != "even":
        yield word("handicap", language), handicap.japanese if language == "ja" else handicap.english
    for key, text in game.headers.items():
        if key not in (*known, "black", "white") and (value := line(text)):
            yield line(key), value


def move(board: Board, played: Move, previous: Move | None, language: Language) -> str:
    """The move about to be played on this board: ▲7六歩, ▲P-7f."""
    if language == "ja":
        return notation.write(board, played, previous=previous)
    return "▲△"[board.turn] + notation.write(board, played, "western", previous=previous)


def ending(game: Game, end: Ending, ply: int, turn: Color, language: Language) -> str:
    """How a line ends after so many moves, this side being to move: まで111手で先手の勝ち."""
    if language == "ja":
        told = line(summary(end, ply, turn, handicap=game.is_handicap))
        more = end.outcome.text("ja", handicap=game.is_handicap) if end.outcome else ""
        # 投了 is what everybody expects; every other reason is worth its words.
        usual = end.outcome is not None and end.outcome.termination == "resignation"
        return told if usual or not more else f"まで{ply}手で{more}"
    moves = f"{ply} move{'' if ply == 1 else 's'}"
    if end.outcome is not None:
        return f"{moves}. {end.outcome.text('en')}"
    return f"{moves}. {ENDING_WORDS.get(end.word, line(end.word)) or 'Broken off'}"


ENDING_WORDS: Final = {
    "封じ手": "Sealed move",
    "不詰": "No mate",
    "待った": "A move taken back",
    "エラー": "Error",
}
"""The words of records for what is no outcome of the board, in English."""


def caption(diagram: int, number: int, move: str, language: Language) -> str:
    """What stands below a diagram: 第3図　40手目△同歩まで. Without a move it is the start."""
    if language == "ja":
        return f"第{diagram}図　" + (f"{number}手目{move}まで" if move else word("start", language))
    return f"Diagram {diagram}: " + (f"after {number} {move}" if move else "the start")


def evaluation(node: Node) -> str:
    """What engines thought after a move: +123 (Black is better), mate in 5; empty if nobody asked them."""
    told = []
    for each in node.analyses:
        if each.mate is not None:
            told.append(f"{'+' if each.mate > 0 else '−'}#{abs(each.mate)}")
        elif each.mating is not None:
            told.append(f"{'−' if each.mating else '+'}#")
        elif each.centipawns is not None:
            told.append(f"{each.centipawns:+d}".replace("-", "−"))
    return " / ".join(told)


def clock(milliseconds: int) -> str:
    """A time as clocks show it: 0:07, 12:30, 1:02:03; fractions of a second are cut off."""
    seconds = milliseconds // 1000
    hours, minutes = divmod(seconds // 60, 60)
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"
