"""The lines that end a game: ``#RESIGN`` and ``#WIN``, ``#MAX_MOVES`` and ``#CENSORED``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from komadai.outcome import Outcome, Termination
from komadai.pieces import Color

Result = Literal["win", "lose", "draw", "none"]

_REASONS: Final = {
    Termination.RESIGNATION: ("%TORYO", "#RESIGN"),
    Termination.TIME_FORFEIT: ("#TIME_UP",),
    Termination.ILLEGAL_MOVE: ("#ILLEGAL_MOVE",),
    Termination.FAILED_DECLARATION: ("%KACHI", "#ILLEGAL_MOVE"),
    Termination.IMPASSE_DECLARATION: ("%KACHI", "#JISHOGI"),
    Termination.IMPASSE_AGREED: ("#JISHOGI",),
    Termination.TRY: ("#JISHOGI",),
    Termination.SENNICHITE: ("#SENNICHITE",),
    Termination.PERPETUAL_CHECK: ("#OUTE_SENNICHITE",),
    Termination.MOVE_LIMIT: ("#MAX_MOVES",),
    Termination.INTERRUPTED: ("#CHUDAN",),
}
_OTHERS: Final = ("%TORYO", "#RESIGN")
"""For endings that the protocol has no word for: a mated, absent or disconnected player has resigned."""

SUMMARIES: Final = {
    Termination.RESIGNATION: "toryo",
    Termination.TIME_FORFEIT: "time up",
    Termination.ILLEGAL_MOVE: "illegal move",
    Termination.FAILED_DECLARATION: "illegal kachi",
    Termination.IMPASSE_DECLARATION: "kachi",
    Termination.SENNICHITE: "sennichite",
    Termination.PERPETUAL_CHECK: "oute_sennichite",
    Termination.MOVE_LIMIT: "max_moves",
    Termination.INTERRUPTED: "chudan",
}
"""The word of floodgate's comment ``'summary:`` by termination; ``abnormal`` for all others."""


def reason_lines(outcome: Outcome) -> tuple[str, ...]:
    """The lines that say why a game ended, without the result."""
    return _REASONS.get(outcome.termination, _OTHERS)


def ending_lines(outcome: Outcome, color: Color) -> list[str]:
    """The lines that end a game for this side.

    >>> ending_lines(Outcome(Color.BLACK, Termination.RESIGNATION), Color.WHITE)
    ['%TORYO', '#RESIGN', '#LOSE']
    >>> ending_lines(Outcome(None, Termination.MOVE_LIMIT), Color.WHITE)
    ['#MAX_MOVES', '#CENSORED']
    """
    lines = list(reason_lines(outcome))
    if outcome.winner is not None:
        lines.append("#WIN" if outcome.winner is color else "#LOSE")
    elif outcome.termination is Termination.MOVE_LIMIT:
        lines.append("#CENSORED")
    elif outcome.termination is not Termination.INTERRUPTED:
        lines.append("#DRAW")
    return lines


REASONS: Final = {
    "#RESIGN": Termination.RESIGNATION,
    "#TIME_UP": Termination.TIME_FORFEIT,
    "#ILLEGAL_MOVE": Termination.ILLEGAL_MOVE,
    "#ILLEGAL_ACTION": Termination.ILLEGAL_MOVE,
    "#JISHOGI": Termination.IMPASSE_DECLARATION,
    "#SENNICHITE": Termination.SENNICHITE,
    "#OUTE_SENNICHITE": Termination.PERPETUAL_CHECK,
    "#MAX_MOVES": Termination.MOVE_LIMIT,
    "#CHUDAN": Termination.INTERRUPTED,
    "#ABNORMAL": Termination.CONNECTION_LOST,
}
"""Why a game ended, by the line of the server."""
RESULTS: Final[dict[str, Result]] = {
    "#WIN": "win",
    "#LOSE": "lose",
    "#DRAW": "draw",
    "#CENSORED": "none",
    "#CHUDAN": "none",
}
"""The result for the player, by the line of the server."""


@dataclass(frozen=True, slots=True)
class GameEnd:
    """How a game ended for one player."""

    result: Result
    termination: Termination | None
    """None if the server did not say why."""

    def outcome(self, color: Color) -> Outcome | None:
        """The outcome of the game, if this is the end for this side; None if it cannot be told."""
        if self.termination is None:
            return None
        winner = {"win": color, "lose": color.opponent}.get(self.result)
        if self.result in ("draw", "none") and self.termination is Termination.RESIGNATION:
            return None
        return Outcome(winner, self.termination)
