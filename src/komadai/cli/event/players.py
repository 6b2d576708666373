"""Players, results and pairs as they are written on the command line."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import typer

from komadai.cli.shared.language import localized

if TYPE_CHECKING:
    from komadai.events import Event, Result

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
"""What is written for a game that is replayed under its number."""
_PAIR: Final = re.compile(r"(\d{1,4})-(\d{1,4})?")


class Entry(NamedTuple):
    """A player who is to be entered."""

    name: str
    rank: int | None
    rating: int
    club: str


def read_list(path: Path) -> list[Entry]:
    """The players of a CSV file: name, rank, rating, club; only the name is needed. Raises EventError."""
    from komadai.events import EventError, read_rank

    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise EventError.with_code("event-file-not-read", path=str(path), reason=reason) from error
    entries = []
    for row in csv.reader(text.splitlines()):
        name, rank, rating, club = ([each.strip() for each in row] + [""] * 4)[:4]
        if name and rating not in ("rating", "Rating"):
            points = int(rating) if rating.isascii() and rating.isdecimal() and len(rating) <= 4 else 0
            entries.append(Entry(name, read_rank(rank), min(points, 4000), club))
    return entries


def player_number(event: Event, text: str) -> int:
    """The player with this number or name. Raises EventError."""
    from komadai.events import EventError

    if text.isascii() and text.isdecimal() and int(text) in event.players:
        return int(text)
    for number, player in event.players.items():
        if player.name.casefold() == text.strip().casefold():
            return number
    raise EventError.with_code("event-no-player", player=text)


def read_result(text: str) -> Result | None:
    """The result, such as ``1-0``. Raises EventError."""
    from komadai.events import EventError

    word = text.strip().casefold()
    word = _SAME.get(word, word)
    if word not in RESULTS:
        raise EventError.with_code("event-bad-result", text=text[:20], known=", ".join(RESULTS))
    return RESULTS[word]


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
