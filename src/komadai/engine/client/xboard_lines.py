"""Lines of the XBoard protocol as values: features, options, search output, results, and time commands.

Source: https://www.gnu.org/software/xboard/engine-intf.html, version 2.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from komadai.engine.protocol.info import Info
from komadai.engine.protocol.options import EngineOption, OptionValue
from komadai.errors import EngineProtocolError, EngineUsageError
from komadai.pieces import Color
from komadai.score import Score

if TYPE_CHECKING:
    from komadai.engine.protocol.limits import Limits
    from komadai.engine.protocol.move_reader import MoveReader

_FEATURE: Final = re.compile(r"""(\w+)=(?:"([^"]*)"|(\S+))""")
_OPTION: Final = re.compile(r"(?P<name>.+?) -(?P<kind>\w+)(?: (?P<rest>.*))?")
_OUTPUT: Final = re.compile(r"(\d{1,9})[^\d\s]?\s+(-?\d{1,9})\s+(\d{1,12})\s+(\d{1,18})(?:\s+(.*))?")
_RESULT: Final = re.compile(r"(?:RESULT )?(1-0|0-1|1/2-1/2)(?:\s*\{(.*?)\}?)?\s*")
_SETUP: Final = re.compile(r"setup (?:\(\S*\) )?(\d{1,2})x(\d{1,2})\+\S* (\S+)")
_COMMENT: Final = re.compile(r"\{[^}]*\}?|\([^)]*\)?")
_MATE: Final = 100_000
"""The protocol's score of a mate in N moves is 100000 + N."""
_BUTTONS: Final = ("button", "save", "reset")
_LONG_SECONDS: Final = 3600
"""The time sent for a search that only its depth or a command ends: engines without a time move at once."""


def features(text: str) -> list[tuple[str, str]]:
    """The names and values of the features in a ``feature`` line, which is given without its first word."""
    return [(match[1], match[2] if match[2] is not None else match[3]) for match in _FEATURE.finditer(text)]


def option_of(text: str) -> EngineOption:
    """The option that a feature ``option`` describes. Raises EngineProtocolError."""
    match = _OPTION.fullmatch(text.strip())
    if match is None:
        raise EngineProtocolError(f"expected 'NAME -check|spin|combo|… VALUE', got {text[:200]!r}")
    name, kind, rest = match["name"], match["kind"], match["rest"] or ""
    try:
        match kind:
            case "check":
                return EngineOption(name, "check", int(rest or 0) != 0)
            case "spin" | "slider":
                default, minimum, maximum = map(int, rest.split())
                return EngineOption(name, "spin", default, minimum, maximum)
            case "combo":
                choices = [choice.strip() for choice in rest.split("///")]
                marked = next((choice[1:] for choice in choices if choice.startswith("*")), None)
                names = tuple(choice.removeprefix("*") for choice in choices)
                return EngineOption(name, "combo", marked if marked is not None else names[0], choices=names)
            case "string":
                return EngineOption(name, "string", rest)
            case "file" | "path":
                return EngineOption(name, "filename", rest)
            case "button" | "save" | "reset":
                return EngineOption(name, "button")
    except ValueError:
        pass
    raise EngineProtocolError(f"option {name}: expected -check, -spin, -combo …, got {text[:200]!r}")


COMMAND_OPTIONS: Final = {
    "memory": EngineOption("memory", "spin", None, 1, None),
    "smp": EngineOption("cores", "spin", 1, 1, None),
}
"""By feature the options that are commands of their own: megabytes of memory, number of threads."""


def setting_line(option: EngineOption, value: OptionValue) -> str:
    """The line that sets an option. Raises EngineUsageError for a value that it does not accept."""
    checked = option.check(value)
    if option in COMMAND_OPTIONS.values():
        return f"{option.name} {checked}"
    if checked is None:
        return f"option {option.name}"
    return f"option {option.name}={int(checked) if isinstance(checked, bool) else checked}"


def info_of(line: str, reader: MoveReader) -> Info | None:
    """A line of search output: depth, score, time in centiseconds, nodes, moves. None for any other line."""
    match = _OUTPUT.fullmatch(line)
    if match is None:
        return None
    score = int(match[2])
    words = _COMMENT.sub(" ", match[5] or "").split()
    moves = [word for word in words if not word.rstrip(".").isdigit()]
    return Info(
        depth=int(match[1]),
        score=_score(score),
        time_ms=int(match[3]) * 10,
        nodes=int(match[4]),
        pv=reader.line(moves),
    )


def _score(number: int) -> Score:
    moves = abs(number) - _MATE
    if moves < 0:
        return Score(cp=number)
    # A mate in N moves of the winner: its last move is ply 2N - 1 for the winner, 2N for the loser.
    winning = number > 0
    return Score(mate=max(0, 2 * moves - 1) if winning else -2 * moves, mate_for=1 if winning else -1)


@dataclass(frozen=True, slots=True)
class Claim:
    """A result that the engine claims: the winner, None for a draw, and why."""

    winner: Color | None
    reason: str


def claim_of(line: str) -> Claim | None:
    """The claim of a result line. XBoard's White, who moves first, is our Black. None for any other line."""
    match = _RESULT.fullmatch(line)
    if match is None:
        return None
    winner = {"1-0": Color.BLACK, "0-1": Color.WHITE}.get(match[1])
    return Claim(winner, (match[2] or "").strip())


def result_text(winner: Color | None) -> str:
    """The result as the protocol writes it."""
    return "1/2-1/2" if winner is None else "1-0" if winner is Color.BLACK else "0-1"


def setup_of(line: str) -> tuple[int, int, str] | None:
    """Files, ranks and the board of a ``setup`` line, which describes a variant. None for any other line."""
    match = _SETUP.match(line)
    return None if match is None else (int(match[1]), int(match[2]), match[3])


def time_commands(limits: Limits, color: Color) -> list[str]:
    """The commands that limit a search: ``st`` or ``level``, ``sd``, ``time`` and ``otim``.

    ``st`` has whole seconds; ``time``, in centiseconds, tells how long the search may take where the engine
    reads both, as HaChu does. A byoyomi after main time is sent as an increment, which the protocol has: an
    engine that keeps to it does not use more than main time and byoyomi. Raises EngineUsageError for limits
    that the protocol does not have: nodes, moves to search, mate.
    """
    if limits.nodes is not None or limits.searchmoves or limits.mate is not None:
        raise EngineUsageError(
            "the XBoard protocol limits a search by time or depth only: not by nodes, moves or mates"
        )
    depth = [f"sd {limits.depth}"] if limits.depth is not None else []
    times = {Color.BLACK: limits.btime or 0, Color.WHITE: limits.wtime or 0}
    increments = {Color.BLACK: limits.binc or 0, Color.WHITE: limits.winc or 0}
    main, other = times[color], times[color.opponent]
    gain = increments[color]
    per_move = limits.movetime
    if per_move is None and main == 0:
        per_move = (limits.byoyomi or 0) + gain
    if not per_move and main == 0:
        per_move = _LONG_SECONDS * 1000
    if per_move:
        return [f"st {max(1, per_move // 1000)}", *depth, f"time {per_move // 10}", f"otim {per_move // 10}"]
    gain += limits.byoyomi or 0
    minutes, seconds = divmod(main // 1000, 60)
    other += increments[color.opponent] + (limits.byoyomi or 0)
    return [
        f"level 0 {minutes}:{seconds:02} {gain // 1000}",
        *depth,
        f"time {(main + gain) // 10}",
        f"otim {other // 10}",
    ]


def complaint_of(line: str) -> str | None:
    """Reads the engine's objection to a move or a position; None for any other line.

    Errors about other commands are none: engines need not know ``post`` or ``easy``.
    """
    lowered = line.lower()
    if lowered.startswith(("illegal move", "illegal position")):
        return line
    if lowered.startswith("tellusererror"):
        return line[len("tellusererror") :].strip()
    if lowered.startswith("error") and ("usermove" in lowered or "setboard" in lowered):
        return line
    return None
