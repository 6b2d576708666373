"""Players, results and pairs as they are written on the command line."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import typer

from komadai.cli.shared.errors import Failure
from komadai.cli.shared.language import localized

if TYPE_CHECKING:
    from komadai.tournaments import EventError, EventFile, Result, Tournament
    from komadai.tournaments.acts import Entered
    from komadai.tournaments.player_list import Entry

RESULTS: Final[dict[str, Result | None]] = {
    "1-0": "black",
    "0-1": "white",
    "draw": "draw",
    "black+": "black-walkover",
    "white+": "white-walkover",
    "neither": "neither",
    "none": None,
}
_SAME: Final = {
    "black": "1-0",
    "white": "0-1",
    "先手": "1-0",
    "後手": "0-1",
    "引き分け": "draw",
    "1/2": "draw",
    "½-½": "draw",
    "=": "draw",
}
REPETITION: Final = frozenset({"sennichite", "repetition", "千日手"})
"""The results that are written for a game that is replayed under its number."""
_BOARD: Final = re.compile(r"(\d{1,4})(?:\.([1-9]\d?))?")
_PAIR: Final = re.compile(r"(\d{1,4})-(\d{1,4})?")


class Listed(NamedTuple):
    """A player who is to be entered."""

    entry: Entry
    place: tuple[Path, int] | None = None
    """The list and the line that it is from."""


def read_list(path: Path) -> list[Listed]:
    """The players of a CSV file: name, rank, rating, club; only the name is needed. The first line may name
    the columns. Raises EventError, with the line."""
    from komadai.tournaments import EventError
    from komadai.tournaments.player_list import HEADING, entry_of

    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeError) as error:
        raise Failure.not_read(path, error) from error
    entries: list[Listed] = []
    rows = csv.reader(text.splitlines())
    while True:
        try:
            row = next(rows, None)
            if row is None:
                return entries
            cells = [each.strip() for each in row]
            is_heading = not entries and [each.casefold() for each in cells[:2]] == [*HEADING]
            if any(cells) and not is_heading:
                entries.append(Listed(entry_of(cells), (path, rows.line_num)))
        except (EventError, csv.Error) as error:
            raise at_line(error, path, rows.line_num) from error


def at_line(error: Exception, path: Path, line: int) -> EventError:
    """The error with the line of the list that it is about."""
    from komadai.tournaments import EventError, EventFileError

    problem = error.message if isinstance(error, EventError) else str(error)
    return EventFileError.with_code("event-list-line", path=str(path), line=line, problem=problem)


def enter(opened: EventFile, listed: list[Listed], at: int) -> list[Entered]:
    """Enters all of the players, or if one is refused nobody. Raises EventError."""
    from komadai.tournaments import EventError, check_act, replay

    event, acts = replay(opened.log), []
    for entry, place in listed:
        try:
            act = event.enter(entry.name, at=at, rating=entry.rating, rank=entry.rank, club=entry.club)
            check_act(act)
        except EventError as error:
            raise error if place is None else at_line(error, *place) from error
        event.apply(act)
        acts.append(act)
    opened.add(*acts)
    return acts


def player_number(event: Tournament, text: str) -> int:
    """The player with this number or name. Raises EventError."""
    from komadai.tournaments import EventError

    if text.isascii() and text.isdecimal() and int(text) in event.players:
        return int(text)
    for number, player in event.players.items():
        if player.name.casefold() == text.strip().casefold():
            return number
    raise EventError.with_code("event-no-player", player=text)


def read_result(text: str) -> Result | None:
    """The result, such as ``1-0``. Raises EventError."""
    from komadai.tournaments import EventError

    word = text.strip().casefold()
    word = _SAME.get(word, word)
    if word not in RESULTS:
        raise EventError.with_code("event-bad-result", text=text[:20], known=", ".join(RESULTS))
    return RESULTS[word]


def board_and_seat(text: str) -> tuple[int, int]:
    """The number of a board, and in ``2.3`` that of the board in the match; else 0. Raises BadParameter."""
    found = _BOARD.fullmatch(text.strip())
    if found is None:
        raise typer.BadParameter(
            localized(
                f"{text} is not the number of a board, such as 2, or 2.3 in a team event",
                f"{text} は対局の番号（2、団体戦では 2.3）ではありません",
            ),
            param_hint="BOARD",
        )
    return int(found[1]), int(found[2] or 0)


def forced_pair(text: str) -> tuple[int, int | None]:
    """The two numbers of ``3-8``; None for the second of ``5-``. Raises BadParameter."""
    found = _PAIR.fullmatch(text.strip())
    if found is None:
        raise typer.BadParameter(
            localized(
                f"{text} is not a pair such as 3-8, or 5- for a bye",
                f"{text} は 3-8 のような組（不戦勝は 5-）ではありません",
            ),
            param_hint="--force",
        )
    return int(found[1]), int(found[2]) if found[2] else None
