"""The endings of KIF and KI2: the word in place of a move, and the line まで…手で…."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from komadai.kifu.formats.ending_comment_escape import escaped, unescaped
from komadai.kifu.formats.result_words import outcome_of
from komadai.kifu.tree.ending_words import WORDS, ending_word
from komadai.kifu.tree.game import Ending
from komadai.outcome import CONDITION_TEXTS, Infraction, Outcome, Termination
from komadai.pieces import Color

if TYPE_CHECKING:
    from collections.abc import Collection

OTHER_WORDS: Final = ("封じ手", "不詰", "待った", "エラー")
"""Words that end a line without an outcome; they are stored as :attr:`Ending.word`."""

ALL_WORDS: Final = (
    *{*WORDS.values()}, "反則負け", "反則勝ち", "入玉勝ち", "不戦敗", "不戦勝", *OTHER_WORDS,
)  # fmt: skip
"""All words by which Komadai writes an ending."""

_OTHER: Final = re.compile(rf"(?:(?:先手|後手|下手|上手|[▲△☗☖])の?)?(?:{'|'.join(OTHER_WORDS)})")
_SIDES: Final = {
    **dict.fromkeys(("先手", "下手", "▲", "☗"), Color.BLACK),
    **dict.fromkeys(("後手", "上手", "△", "☖"), Color.WHITE),
}

_SUMMARY: Final = re.compile(r"まで\s*(?:(\d{1,9})手)?\s*(?:で|にて|、)?\s*(.*)")
_EXPLANATION: Final = re.compile(r"(?:(先手|後手|下手|上手)の勝ち|引き分け)（([^：）]+)(?:：(.+))?）")
_TERMINATIONS: Final = {each.text("ja"): each for each in Termination}
_INFRACTIONS: Final = {each.text("ja"): each for each in Infraction}
_CONDITIONS: Final = {japanese: key for key, (_, japanese) in CONDITION_TEXTS.items()}
_UNMET: Final = "を満たしていない"
_QUOTED: Final = re.compile(r"「([^」]*)」")


def is_other_word(word: str) -> bool:
    """Whether this word ends a line without an outcome, such as 封じ手 or 後手の待った."""
    return _OTHER.fullmatch(word) is not None


def summary(ending: Ending, ply: int, turn: Color, *, handicap: bool) -> str:
    """The line below the moves: まで111手で先手の勝ち. With ``handicap`` the sides are 下手 and 上手."""

    def side(color: Color) -> str:
        return color.japanese_handicap if handicap else color.japanese

    word, outcome = ending_word(ending, turn), ending.outcome
    result = word
    if word in ("反則勝ち", "反則負け", "入玉勝ち", "不戦勝", "不戦敗"):
        result = f"{side(turn)}の{word}"
    elif outcome is not None and outcome.winner is not None and word == "持将棋":
        result = f"{side(outcome.winner)}の入玉勝ち"
    elif outcome is not None and outcome.winner is not None and word != "詰み":
        reason = {
            "切れ負け": "時間切れにより",
            "トライ": "トライにより",
            "接続切れ": "接続切れにより",
        }.get(word, "")
        result = f"{reason}{side(outcome.winner)}の勝ち"
    return f"まで{ply}手で{result}"


def summary_text(line: str) -> str:
    """The text after まで…手で in a line; the empty string if it is no such line."""
    match = _SUMMARY.fullmatch(line.strip())
    return match[2].strip().removesuffix("。") if match else ""


def read_summary(line: str, turn: Color) -> tuple[int | None, Ending] | None:
    """The number of moves and the ending that a line まで…手で… gives, with this side to move.

    None if it is no such line. If the ending is not understood, its word is the text.
    """
    match = _SUMMARY.fullmatch(line.strip())
    if match is None:
        return None
    ply, rest = int(match[1]) if match[1] else None, summary_text(line)
    outcome = outcome_of(rest, turn)
    return ply, Ending(outcome) if outcome else Ending(word=rest)


def comment(ending: Ending, turn: Color, *, handicap: bool) -> str:
    """The comment on an ending, after a line that explains the outcome if the word alone does not give it."""
    outcome = ending.outcome
    text = escaped(ending.comment, _is_explanation)
    if outcome is None or outcome == outcome_of(ending_word(ending, turn), turn):
        return text
    explanation = outcome.text("ja", handicap=handicap)
    return f"{explanation}\n{text}" if text else explanation


def read_comment(ending: Ending, text: str, turns: Collection[Color], *, has_word: bool) -> None:
    """Sets the comment of an ending, and its outcome if :func:`comment` explained it.

    ``turns`` are the sides that may be to move: one, or both if the move before could not be played.
    ``has_word`` is whether a word ended the line, not only まで…手で….
    """
    first, _, rest = text.partition("\n")
    explained = read_explanation(first)
    if explained is not None and ending.outcome is not None:
        # The explanation must agree with the word: 二歩 agrees with 反則負け, not with 投了. A line such as
        # 先手の勝ち gives only the winner.
        agrees = any(ending_word(Ending(explained), turn) == ending_word(ending, turn) for turn in turns)
        if agrees or (not has_word and explained.winner is ending.outcome.winner):
            ending.outcome, text = explained, rest
    ending.comment = unescaped(text, _is_explanation)


def _is_explanation(line: str) -> bool:
    return read_explanation(line) is not None


def read_explanation(line: str) -> Outcome | None:
    """The outcome in a line such as 先手の勝ち（反則：二歩）; None if it is another comment."""
    match = _EXPLANATION.fullmatch(line)
    termination = _TERMINATIONS.get(match[2]) if match else None
    if match is None or termination is None:
        return None
    details = match[3] or ""
    conditions: list[str] = []
    if details.endswith(_UNMET):
        conditions = _QUOTED.findall(details)
        details = details[: details.index("「")].removesuffix("、") if conditions else details
    infraction = _INFRACTIONS.get(details)
    if (details and infraction is None) or not all(each in _CONDITIONS for each in conditions):
        return None
    winner = _SIDES[match[1]] if match[1] else None
    return Outcome(winner, termination, infraction, [_CONDITIONS[each] for each in conditions])
