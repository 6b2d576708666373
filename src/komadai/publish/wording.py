"""The texts of pictures, pages and sheets, in English and Japanese."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from komadai.errors import UnknownStyleError
from komadai.kifu.formats.kif.endings import summary
from komadai.pieces import Color
from komadai.play.boards import rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai.kifu import Ending, Game, Node, VariantGame
    from komadai.outcome import Language
    from komadai.play.boards import GameBoard

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
"""The labels; a header without an entry is its own label."""


def check(language: str) -> None:
    """Raises UnknownStyleError for a language other than English and Japanese."""
    if language not in ("en", "ja"):
        raise UnknownStyleError(f"expected the language en or ja, got {language!r}")


def word(key: str, language: Language) -> str:
    """The label of this key; the key itself if there is none."""
    return WORDS.get(key, (key, key))[language == "ja"]


def plain(text: str) -> str:
    """The text without control characters; halves of surrogate pairs become U+FFFD."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(_printable(character) for character in text)


def _printable(character: str) -> str:
    if character in "\n\t" or (character >= " " and not "\x7f" <= character <= "\x9f"):
        return "\ufffd" if "\ud800" <= character <= "\udfff" or character in "\ufffe\uffff" else character
    return ""


def line(text: str) -> str:
    """The text in one line, for titles and labels."""
    return " ".join(plain(text).split())


def side(game: Game | VariantGame, color: Color, language: Language) -> str:
    """先手 or 後手, 下手 or 上手, Black or White."""
    if language == "en":
        return color.english
    return color.japanese_handicap if game.is_handicap else color.japanese


def name(game: Game | VariantGame, color: Color, language: Language) -> str:
    """The player's name; without one in the record, the name of the side."""
    return line(game.headers.get(color.key, "")) or side(game, color, language)


def headers(game: Game | VariantGame, language: Language) -> Iterator[tuple[str, str]]:
    """Labels and values of all headers except the players: known ones, then the handicap, then others."""
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


def move(board: GameBoard, played: Any, previous: Any, language: Language) -> str:
    """The move about to be played on this board: ▲7六歩, ▲P-7f."""
    style = "japanese" if language == "ja" else "western"
    text = rules_of(board).write(board, played, style, previous=previous)
    # In Japanese a move of shogi has the mark already.
    return text if text[0] in "▲△" else "▲△"[board.turn] + text


def ending(game: Game | VariantGame, end: Ending, ply: int, turn: Color, language: Language) -> str:
    """The text of an ending after ``ply`` moves, with side ``turn`` to move: まで111手で先手の勝ち."""
    if language == "ja":
        text = line(summary(end, ply, turn, handicap=game.is_handicap))
        more = end.outcome.text("ja", handicap=game.is_handicap) if end.outcome else ""
        # A resignation is not explained; other reasons are.
        is_resignation = end.outcome is not None and end.outcome.termination == "resignation"
        return text if is_resignation or not more else f"まで{ply}手で{more}"
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
"""English words for endings without an outcome, by the words of records."""


def caption(diagram: int, number: int, move: str, language: Language) -> str:
    """The caption of a diagram: 第3図　40手目△同歩まで. Without a move it is the start position."""
    if language == "ja":
        return f"第{diagram}図　" + (f"{number}手目{move}まで" if move else word("start", language))
    return f"Diagram {diagram}: " + (f"after {number} {move}" if move else "the start")


def evaluation(node: Node[Any]) -> str:
    """The scores of engines after a move: +123 (Black is better), +#5 (Black mates in 5); may be empty."""
    scores = []
    for each in node.analyses:
        if each.mate is not None:
            scores.append(f"{'+' if each.mate > 0 else '−'}#{abs(each.mate)}")
        elif each.mating is not None:
            scores.append(f"{'−' if each.mating else '+'}#")
        elif each.centipawns is not None:
            scores.append(f"{each.centipawns:+d}".replace("-", "−"))
    return " / ".join(scores)


def clock(milliseconds: int) -> str:
    """A time as on a clock: 0:07, 12:30, 1:02:03; fractions of a second are cut off."""
    seconds = milliseconds // 1000
    hours, minutes = divmod(seconds // 60, 60)
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"
