"""Players written as a list, one a line: ``Wada, 3 kyu``, as people paste them or a CSV file has them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from komadai.tournaments.acts import Entered, check_act
from komadai.tournaments.core.players import read_rank
from komadai.tournaments.core.tournament import Tournament
from komadai.tournaments.errors import EventError

HEADING: Final = ("name", "rank")
_BETWEEN: Final = re.compile(r"[,;\t，、；]")


class Entry(NamedTuple):
    """A player of a list."""

    name: str
    rank: int | None = None
    rating: int = 0
    club: str = ""


@dataclass(frozen=True, slots=True)
class Entries:
    """The result of reading a list: the entered players, and the errors in the other lines."""

    entered: list[Entered] = field(default_factory=list)
    problems: list[tuple[int, EventError]] = field(default_factory=list)
    """The number of each line, from 1."""


def entry_of(cells: Sequence[str]) -> Entry:
    """The player of these cells: name, rank, rating, club; only the name is needed. The rating can be left
    out: a third cell that begins with a letter is the club if no fourth follows. Raises EventError."""
    name, rank, rating, club = ([each.strip() for each in cells] + [""] * 4)[:4]
    if not club and rating[:1].isalpha():
        rating, club = "", rating
    is_rating = rating.isascii() and rating.isdecimal() and len(rating) <= 4 and int(rating) <= 4000
    if rating and not is_rating:
        raise EventError.with_code("event-list-rating", text=rating[:20])
    return Entry(name, read_rank(rank), int(rating or 0), club)


def read_line(line: str) -> Entry:
    """The player of a line: ``Wada, 3 kyu, 1520, Kita`` or ``Wada 3 kyu``. Raises EventError."""
    cells = _BETWEEN.split(line.strip())
    if len(cells) > 1:
        return entry_of(cells)
    words = cells[0].split()
    for count in (2, 1):  # of "Wada Jun 3 kyu" the last two words may be the rank, or the last one alone
        if len(words) > count:
            try:
                return Entry(" ".join(words[:-count]), read_rank(" ".join(words[-count:])))
            except EventError:
                continue
    return Entry(cells[0])


def enter_lines(event: Tournament, text: str, *, at: int) -> Entries:
    """Enters the players of a list into ``event``, which changes; empty lines and a heading are skipped."""
    entries = Entries()
    for number, line in enumerate(text.splitlines(), 1):
        first = [each.strip().casefold() for each in _BETWEEN.split(line)[:2]]
        heading = number == 1 and first == [*HEADING]
        if not line.strip() or heading:
            continue
        try:
            new = read_line(line)
            act = event.enter(new.name, at=at, rating=new.rating, rank=new.rank, club=new.club)
            check_act(act)
        except EventError as error:
            entries.problems.append((number, error))
        else:
            event.apply(act)
            entries.entered.append(act)
    return entries
