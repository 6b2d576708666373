"""Players whom the arbiter enters from a list, all or none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from komadai.messages.text import Text
from komadai.server.errors import ApiError
from komadai.server.people.visible_text import visible_line
from komadai.server.tournaments.requests import AddPlayers
from komadai.server.tournaments.session import copied
from komadai.tournaments import Act, EventError, League, Swiss, Tournament
from komadai.tournaments.player_list import enter_lines

NOBODY: Final = Text("there is no player in this list", "名簿に参加者がありません")
NAMED: Final = 8
"""The lines of which the answer says what is wrong."""


def entries(event: Tournament, command: AddPlayers, *, max_players: int, at: int) -> Sequence[Act]:
    """The acts that enter the players of a list. Raises ApiError ``event_refused`` with the wrong lines."""
    text = "\n".join(visible_line(line.replace("\t", ",")) for line in command.players.splitlines())
    after = copied(event)
    found = enter_lines(after, text, at=at)
    if found.problems and not (command.only_right and found.entered):
        lines = [number for number, _ in found.problems]
        raise ApiError("event_refused", "players", why=_wrong(found.problems), lines=lines)
    if not found.entered:
        raise ApiError("event_refused", "players", why=NOBODY)
    if isinstance(event, Swiss) and len(after.players) > max_players:
        full = EventError.with_code("event-full", most=max_players)
        raise ApiError("event_refused", "players", why=Text.of_error(full))
    if not isinstance(after, League):
        return found.entered
    acts: list[Act] = []
    for each in found.entered:
        acts += (each, after.want(each.player, OPPONENTS, (), at=at))
    return acts


OPPONENTS: Final = 2
"""How many opponents at once a member of a league has who was entered from a list."""


def _wrong(problems: Sequence[tuple[int, EventError]]) -> Text:
    """Lists the errors in the lines, a line each."""
    known = [(number, Text.of_error(error)) for number, error in problems[:NAMED]]
    english = [f"line {number}: {text.en}" for number, text in known]
    japanese = [f"{number}行目：{text.ja}" for number, text in known]
    more = len(problems) - len(known)
    if more:
        english.append(f"and {more} more lines")
        japanese.append(f"ほか{more}行")
    return Text("\n".join(english), "\n".join(japanese))
