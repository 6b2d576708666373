"""The names of headers, endings and results in PSN."""

from __future__ import annotations

from typing import Final

from komadai.outcome import Termination
from komadai.pieces import Color

HEADER_NAMES: Final = {
    "black": "Sente",
    "white": "Gote",
    "event": "Event",
    "site": "Site",
    "started": "Date",
    "ended": "EndDate",
    "opening": "Opening",
    "time_limit": "TimeControl",
}
WORDS: Final = {
    Termination.RESIGNATION: "Resigns",
    Termination.CHECKMATE: "Mate",
    Termination.TIME_FORFEIT: "Timeup",
    Termination.SENNICHITE: "Sennichite",
    Termination.IMPASSE_AGREED: "Jishogi",
    Termination.INTERRUPTED: "Interrupt",
}
"""The words for endings. PSN has none for other endings: those of CSA are used."""

RESERVED: Final = ("handicap", "sfen", "fen", "variant")
"""Headers that give the start position, or the game that is played."""
WINNERS: Final[dict[str, Color | None]] = {"1-0": Color.BLACK, "0-1": Color.WHITE, "1/2-1/2": None}
TERMINATIONS: Final = {word.casefold(): termination for termination, word in WORDS.items()} | {
    "resign": Termination.RESIGNATION, "resigned": Termination.RESIGNATION,
    "checkmate": Termination.CHECKMATE, "mated": Termination.CHECKMATE, "tsumi": Termination.CHECKMATE,
    "timeout": Termination.TIME_FORFEIT, "time-up": Termination.TIME_FORFEIT,
    "repetition": Termination.SENNICHITE, "impasse": Termination.IMPASSE_AGREED,
    "interrupted": Termination.INTERRUPTED, "adjourned": Termination.INTERRUPTED,
}  # fmt: skip
DRAWN: Final = (Termination.SENNICHITE, Termination.IMPASSE_AGREED, Termination.INTERRUPTED)
RESULTS: Final = frozenset(WINNERS) | TERMINATIONS.keys()
"""The words by which a header, or the last comment, gives the result of a game that has no ending."""
