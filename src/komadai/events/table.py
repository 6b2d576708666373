"""The crosstable: the standings with what each player did in each round, as values, CSV and JSON."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from komadai.events import teams
from komadai.events.event import Event
from komadai.events.games import Game
from komadai.events.kinds import arena
from komadai.events.players import Player, rank_text
from komadai.events.standings import Standing, standings
from komadai.pieces import Color

Language = Literal["en", "ja"]

MARKS: Final = {1.0: "+", 0.0: "-", 0.5: "="}
JAPANESE_MARKS: Final = {1.0: "○", 0.0: "●", 0.5: "△"}
TIE_BREAK_NAMES: Final = {
    "sos": ("SOS", "ソルコフ"),
    "sosos": ("SOSOS", "SOSOS"),
    "sodos": ("SODOS", "SB"),
    "direct": ("Direct", "直接対決"),
    "wins": ("Wins", "勝数"),
    "board-points": ("Boards", "総勝数"),
}
WITHOUT_ROUNDS: Final = frozenset({"ladder", "league"})
"""The kinds of events whose table has no columns of rounds."""
SCORES: Final = {"ladder": ("Won", "勝数"), "league": ("Strength", "棋力")}
"""What the points of an event are called, where they are no points."""
BYES: Final = {"full": ("bye", "不戦勝"), "half": ("half", "½点"), "zero": ("–", "休")}


@dataclass(frozen=True, slots=True)
class Cell:
    """What a player did in one round."""

    opponent: int | None
    """The player's number; None for a bye."""
    opponent_place: int | None
    """The line of the opponent in the table, from 1."""
    color: Color | None
    points: float | None
    """None while the game has no result."""
    played: bool
    """False for a bye or a walkover."""
    bye: str | None = None
    handicap: str = "even"
    board_points: float | None = None
    """Of a team match that has begun the points on its boards."""
    worth: float | None = None
    """The points of a game of an arena."""

    def text(self, language: Language = "en") -> str:
        """Such as ``4+``, ``4=b`` …: the opponent's line, the result, ``b`` for Black; a walkover in
        parentheses. Of a team match ``4+ 2½``, with the points on its boards; of an arena the points only."""
        if self.worth is not None:
            return number_text(self.worth)
        if self.opponent is None:
            return BYES[self.bye or "full"][language == "ja"]
        marks = JAPANESE_MARKS if language == "ja" else MARKS
        mark = "" if self.points is None else marks[self.points]
        color = {Color.BLACK: ("b", "先"), Color.WHITE: ("w", "後"), None: ("", "")}[self.color]
        place = str(self.opponent_place)
        if self.points is not None and not self.played:
            return f"({place}{mark})"
        if self.board_points is not None:
            boards = number_text(self.board_points)
            return f"{mark}{place} {boards}" if language == "ja" else f"{place}{mark} {boards}"
        return f"{mark}{place}{color[1]}" if language == "ja" else f"{place}{mark}{color[0]}"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the crosstable."""

    standing: Standing
    cells: tuple[Cell | None, ...]
    """One for each round; None: the player was not there. Of an arena one for each game that is over, of a
    simultaneous display one for each game."""


def crosstable(event: Event) -> list[Line]:
    """The lines of the table, the best player first."""
    table = standings(event)
    if event.settings.system in WITHOUT_ROUNDS:
        return [Line(line, ()) for line in table]  # its games are no rounds
    places = {line.player: number for number, line in enumerate(table, 1)}
    if event.kind.one_column and not event.kind.is_continuous:
        return [
            Line(
                line,
                tuple(_cell(event, game, line.player, places) for game in event.all_games_of(line.player)),
            )
            for line in table
        ]
    if event.kind.is_continuous:
        return [
            Line(
                line,
                tuple(
                    replace(cell, worth=worth)
                    for game, worth in arena.sheet(event, line.player)
                    if (cell := _cell(event, game, line.player, places)) is not None
                ),
            )
            for line in table
        ]
    return [
        Line(line, tuple(_cell(event, game, line.player, places) for game in event.games_of(line.player)))
        for line in table
    ]


def _cell(event: Event, game: Game | None, player: int, places: dict[int, int]) -> Cell | None:
    if game is None:
        return None
    opponent = game.opponent_of(player)
    if opponent is None:
        return Cell(None, None, None, game.points_of(player), False, game.pairing.bye or "full")
    return Cell(
        opponent,
        places[opponent],
        game.color_of(player),
        None if game.is_open else game.points_of(player),
        game.was_played,
        None,
        game.pairing.handicap,
        teams.points_of(game, player, event.settings.boards) if game.boards else None,
    )


def round_name(event: Event, number: int, language: Language = "en") -> str:
    """``Round 2``; of a match, whose rounds are games, ``Game 2``."""
    if event.settings.system in ("title-match", "ladder"):
        return f"第{number}局" if language == "ja" else f"Game {number}"
    if event.kind.one_column:
        return "対局" if language == "ja" else "Games"
    return f"{number}回戦" if language == "ja" else f"Round {number}"


def member_name(event: Event, who: tuple[int, int | None]) -> str:
    """The name of a team's member on a board; empty for nobody."""
    team, member = who
    return "" if member is None else event.players[team].members[member - 1].name


def number_text(value: float) -> str:
    """Points as they are written: ``3``, ``2½``, ``0``."""
    whole, half = divmod(round(value * 4), 4)
    part = {0: "", 1: "¼", 2: "½", 3: "¾"}[half]
    return part if part and not whole else f"{whole}{part}"


def rank_shown(event: Event, player: Player, language: Language = "en") -> str:
    """The rank in words: that of the entry, else that of the rating by the event's table; empty if neither
    is known."""
    known = player.known_rank(event.settings)
    return rank_text(None if known is None else known.grade, language)


def heads(event: Event, language: Language = "en") -> list[str]:
    """The heads of the columns of `rows`."""
    first = {
        "en": ["Place", "Name", "Club", "Rank", "Rating"],
        "ja": ["順位", "氏名", "所属", "段級位", "レーティング"],
    }[language]
    rounds = [] if event.settings.system in WITHOUT_ROUNDS else [str(each.number) for each in event.rounds]
    if event.kind.one_column:
        rounds = [{"en": "Games", "ja": "対局"}[language]]
    points = SCORES.get(event.settings.system, ("Points", "勝点"))[language == "ja"]
    tie_breaks = [TIE_BREAK_NAMES[name][language == "ja"] for name in event.tie_breaks]
    return [*first, *rounds, points, *tie_breaks]


def rows(event: Event, language: Language = "en") -> list[list[str]]:
    """The crosstable as texts, for a file or a terminal."""
    found = []
    for line in crosstable(event):
        standing, player = line.standing, event.players[line.standing.player]
        found.append(
            [
                str(standing.place),
                player.name,
                player.club,
                rank_shown(event, player, language),
                str(player.rating or ""),
                *_cell_texts(event, line, language),
                number_text(standing.points),
                *(number_text(value) for value in standing.tie_breaks),
            ]
        )
    return found


def _cell_texts(event: Event, line: Line, language: Language) -> list[str]:
    texts = ["" if cell is None else cell.text(language) for cell in line.cells]
    return [" ".join(texts)] if event.kind.one_column else texts


def as_csv(event: Event, language: Language = "en") -> str:
    """The crosstable as CSV with a line of heads. A name cannot become a formula of a spreadsheet."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(heads(event, language))
    width = 5
    for row in rows(event, language):
        names = [f"'{text}" if text[:1] in "=+-@\t\r" and text else text for text in row[:width]]
        writer.writerow([*names, *row[width:]])
    return out.getvalue()


def as_json(event: Event) -> dict[str, Any]:
    """The whole event as values that JSON can hold: players, rounds, table."""
    lines = crosstable(event)
    return {
        "name": event.settings.name,
        "system": event.settings.system,
        "rounds": event.total_rounds,
        "finished": event.finished,
        "variant": event.settings.variant,
        "scale": event.settings.scale,
        "tie_breaks": list(event.tie_breaks),
        "title": event.settings.title or None,
        "boards": event.settings.boards,
        "players": [
            {
                "number": player.number,
                "name": player.name,
                "rating": player.rating or None,
                "rank": rank_shown(event, player) or None,
                "club": player.club,
                "first_round": player.first_round,
                "withdrawn": player.withdrawn,
                "members": [member.name for member in player.members],
            }
            for player in event.players.values()
        ],
        "games": [
            {
                "round": game.round,
                "board": game.board or None,
                "black": game.pairing.black,
                "white": game.pairing.white,
                "handicap": game.pairing.handicap,
                "bye": game.pairing.bye,
                "result": game.result,
                "replays": game.replays,
                "boards": [
                    {
                        "board": seat,
                        "black": member_name(event, black),
                        "white": member_name(event, white),
                        "result": result,
                    }
                    for seat, result in enumerate(game.boards, 1)
                    for black, white in (teams.members_on(game, seat),)
                ],
            }
            for each in event.rounds
            for game in each.games
        ],
        "table": [
            {
                "place": line.standing.place,
                "player": line.standing.player,
                "points": line.standing.points,
                **dict(zip(event.tie_breaks, line.standing.tie_breaks, strict=False)),
            }
            for line in lines
        ],
    }
