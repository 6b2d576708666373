"""The endings of CSA files: ``%TORYO``, ``%+ILLEGAL_ACTION`` …, and the comments that explain them."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from komadai.kifu.formats.ending_comment_escape import escaped, unescaped
from komadai.kifu.tree.game import Ending
from komadai.notation import csa
from komadai.outcome import CONDITION_TEXTS, Infraction, Outcome, Termination
from komadai.pieces import Color

if TYPE_CHECKING:
    from collections.abc import Iterator

WORDS: Final = {
    # CSA has no statement for stalemate; in shogi it is a loss as checkmate is.
    Termination.CHECKMATE: "%TSUMI",
    Termination.NO_LEGAL_MOVES: "%TSUMI",
    Termination.RESIGNATION: "%TORYO",
    Termination.TIME_FORFEIT: "%TIME_UP",
    Termination.SENNICHITE: "%SENNICHITE",
    Termination.IMPASSE_AGREED: "%JISHOGI",
    # CSA has no statement for these either; %TSUMI gives the winner, the comment names the rule.
    Termination.TRY: "%TSUMI",
    Termination.ROYAL_CAPTURED: "%TSUMI",
    Termination.BARE_KING: "%TSUMI",
    Termination.CHECK: "%TSUMI",
    Termination.MOVE_LIMIT: "%HIKIWAKE",
    # If the side to move lost; otherwise %CHUDAN.
    Termination.DEFAULT: "%TIME_UP",
    Termination.CONNECTION_LOST: "%TIME_UP",
    Termination.INTERRUPTED: "%CHUDAN",
}
"""The statement that ends a game, where it does not depend on who won."""

LOSER_TO_MOVE: Final = {
    "TORYO": Termination.RESIGNATION,
    "TIME_UP": Termination.TIME_FORFEIT,
    "TSUMI": Termination.CHECKMATE,
}
NOBODY_WON: Final = {
    "CHUDAN": Termination.INTERRUPTED,
    "SENNICHITE": Termination.SENNICHITE,
    "JISHOGI": Termination.IMPASSE_AGREED,
    "HIKIWAKE": Termination.IMPASSE_DECLARATION,
    "MAX_MOVES": Termination.MOVE_LIMIT,
}
WITHOUT_OUTCOME: Final = {"FUZUMI": "不詰", "MATTA": "待った", "ERROR": "エラー"}
"""Statements without a winner, and the word that is stored for each."""
STATEMENTS: Final = {kept: f"%{word}" for word, kept in WITHOUT_OUTCOME.items()}


_UNMET: Final = ": not met: "
_CONDITIONS: Final = {english: key for key, (english, _) in CONDITION_TEXTS.items()}

ENDING_PREFIX: Final = "Ending: "
"""Precedes, in a comment, a word for which CSA has no statement (封じ手); the statement is ``%CHUDAN``."""


def ending_line(outcome: Outcome, turn: Color, *, version: int = 2) -> str:
    """The statement that ends a game when this side is to move: ``%TORYO``, ``%KACHI`` …"""
    match outcome.termination:
        case Termination.ILLEGAL_MOVE | Termination.PERPETUAL_CHECK | Termination.FAILED_DECLARATION:
            # Either the side to move broke the rule, or the side that moved last.
            if outcome.loser is turn:
                return "%ILLEGAL_MOVE"
            return f"%{csa.SIGNS[turn.opponent]}ILLEGAL_ACTION"
        case Termination.IMPASSE_DECLARATION if outcome.winner is not None:
            return "%KACHI"
        case Termination.IMPASSE_DECLARATION:
            return "%HIKIWAKE"
        case Termination.DEFAULT | Termination.CONNECTION_LOST if outcome.loser is not turn:
            return "%CHUDAN"
        case Termination.MOVE_LIMIT if version >= 3:
            return "%MAX_MOVES"
        case termination:
            return WORDS[termination]


def outcome_of(word: str, turn: Color, infraction: Infraction | None) -> Outcome | None:
    """The outcome of a statement (without %) when this side is to move; None if it is unknown.

    ``infraction`` is the rule that the last move broke, or None: its side then loses.
    """
    if word in LOSER_TO_MOVE:
        return Outcome(turn.opponent, LOSER_TO_MOVE[word])
    if word in NOBODY_WON:
        return Outcome(None, NOBODY_WON[word])
    if word == "KACHI":
        return Outcome(turn, Termination.IMPASSE_DECLARATION)
    if word == "ILLEGAL_MOVE":
        winner = turn if infraction is not None else turn.opponent
        return Outcome(winner, Termination.ILLEGAL_MOVE, infraction)
    if word in ("+ILLEGAL_ACTION", "-ILLEGAL_ACTION"):
        loser = Color(csa.SIGNS.index(word[0]))
        broken = infraction if loser is turn.opponent else None
        return Outcome(loser.opponent, Termination.ILLEGAL_MOVE, broken)
    return None


def explanation(outcome: Outcome, turn: Color, infraction: Infraction | None, *, version: int = 2) -> str:
    """The comment that completes a statement which does not express the whole outcome; else empty.

    ``infraction`` is the rule that the last move broke, or None.
    """
    word = ending_line(outcome, turn, version=version).removeprefix("%")
    return "" if outcome_of(word, turn, infraction) == outcome else outcome.text("en")


def ending_comments(
    ending: Ending, turn: Color, infraction: Infraction | None, *, version: int = 2
) -> Iterator[str]:
    """The comments on an ending, first the explanation of its statement. :func:`read_comments` reads them."""
    if ending.outcome is not None:
        text = explanation(ending.outcome, turn, infraction, version=version)
        if text:
            yield text
    word = ending.word
    if word and (ending.outcome is not None or not (word in STATEMENTS or is_statement(word))):
        yield f"{ENDING_PREFIX}{' '.join(word.split())}"
    if ending.comment:
        yield escaped(ending.comment, _is_explanation)


def statement(ending: Ending, turn: Color, *, version: int = 2) -> str:
    """The statement for any ending; empty if nothing is known about it."""
    if ending.outcome is not None:
        return ending_line(ending.outcome, turn, version=version)
    word = ending.word
    return STATEMENTS.get(word, word if is_statement(word) else "%CHUDAN") if word else ""


def is_statement(word: str) -> bool:
    """Whether the word has the form of a CSA statement."""
    return re.fullmatch(r"%[A-Z+_-]+", word) is not None


def read_statement(word: str, turn: Color, infraction: Infraction | None) -> Ending | None:
    """The ending that a statement (without %) stands for; None if it is not known."""
    outcome = outcome_of(word, turn, infraction)
    if outcome is None and word not in WITHOUT_OUTCOME:
        return None
    return Ending(outcome, WITHOUT_OUTCOME.get(word, ""))


def read_comments(ending: Ending, comments: list[str], turn: Color) -> None:
    """Sets the outcome and the comment of an ending from the comments that :func:`ending_comments` wrote."""
    lines = "\n".join(comments).split("\n") if comments else []
    at = 0
    if lines and ending.outcome is not None:
        outcome = read_explanation(lines[0])
        if outcome is not None and ending_line(outcome, turn) == ending_line(ending.outcome, turn):
            ending.outcome = outcome
            at = 1
    if lines[at:] and lines[at].startswith(ENDING_PREFIX):
        ending.word = lines[at].removeprefix(ENDING_PREFIX)
        at += 1
        if ending.outcome == Outcome(None, Termination.INTERRUPTED):
            ending.outcome = None
    ending.comment = unescaped("\n".join(lines[at:]), _is_explanation)


def _is_explanation(line: str) -> bool:
    return line.startswith(ENDING_PREFIX) or read_explanation(line) is not None


def read_explanation(text: str) -> Outcome | None:
    """The outcome of a text such as ``White wins by checkmate``, as :class:`Outcome` writes it; else None."""
    before, unmet, conditions = text.partition(_UNMET)
    if not unmet:
        return _explanations().get(text)
    # The conditions may be in any order.
    keys = [_CONDITIONS.get(condition) for condition in conditions.split(", ")]
    outcome = _explanations().get(before)
    if outcome is None or outcome.termination is not Termination.FAILED_DECLARATION or None in keys:
        return None
    return Outcome(outcome.winner, outcome.termination, failed=[key for key in keys if key])


@cache
def _explanations() -> dict[str, Outcome]:
    outcomes = []
    for termination in Termination:
        for winner in (*Color, None):
            outcomes.append(Outcome(winner, termination))
            if termination is Termination.ILLEGAL_MOVE:
                outcomes += [Outcome(winner, termination, infraction) for infraction in Infraction]
    return {outcome.text("en"): outcome for outcome in outcomes}
