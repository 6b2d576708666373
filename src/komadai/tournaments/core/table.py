"""The crosstable: the standings with what each player did in each round, as values, CSV and JSON."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import Any, Final, Literal

from komadai.pieces import Color
from komadai.tournaments.core import teams
from komadai.tournaments.core.players import Player, rank_text
from komadai.tournaments.core.rounds import Game
from komadai.tournaments.core.standings import Standing, standings
from komadai.tournaments.core.tournament import Tournament

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
BYES: Final = {"full": ("bye", "不戦勝"), "half": ("half", "½点"), "zero": ("–", "休")}


@dataclass(frozen=True, slots=True)
class Cell:
    """The round of a player."""

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
    """The points on the boards of a team match that has begun."""
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


def crosstable(event: Tournament) -> list[Line]:
    """The lines of the table, the best player first."""
    table = standings(event)
    places = {line.player: number for number, line in enumerate(table, 1)}
    return [
        Line(
            line,
            tuple(_cell(event, game, line.player, places, worth) for game, worth in event.sheet(line.player)),
        )
        for line in table
    ]


def _cell(
    event: Tournament, game: Game | None, player: int, places: dict[int, int], worth: float | None
) -> Cell | None:
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
        teams.points_of(game, player, event.boards) if game.boards else None,
        worth,
    )


def round_name(event: Tournament, number: int, language: Language = "en") -> str:
    """``Round 2``; of a match, whose rounds are games, ``Game 2``."""
    return event.round_names[language == "ja"].format(number)


def member_name(event: Tournament, who: tuple[int, int | None]) -> str:
    """The name of a team's member on a board; empty for nobody."""
    team, member = who
    return "" if member is None else event.players[team].members[member - 1].name


def number_text(value: float) -> str:
    """Points as they are written: ``3``, ``2½``, ``0``."""
    whole, half = divmod(round(value * 4), 4)
    part = {0: "", 1: "¼", 2: "½", 3: "¾"}[half]
    return part if part and not whole else f"{whole}{part}"


def rank_shown(event: Tournament, player: Player, language: Language = "en") -> str:
    """The rank in words: that of the entry, else that of the rating by the event's table; empty if neither
    is known."""
    known = player.known_rank(event.settings)
    return rank_text(None if known is None else known.grade, language)


def names_lines(event: Tournament) -> bool:
    """Whether the cells name the opponents by their lines, which then have a number: places can be shared."""
    return event.columns in ("rounds", "games")


def heads(event: Tournament, language: Language = "en") -> list[str]:
    """The heads of the columns of `rows`."""
    first = {
        "en": ["Line", "Place", "Name", "Club", "Rank", "Rating"],
        "ja": ["番号", "順位", "氏名", "所属", "段級位", "レーティング"],
    }[language][not names_lines(event) :]
    match event.columns:
        case "rounds":
            rounds = [str(each.number) for each in event.rounds]
        case "none":
            rounds = []
        case _:
            rounds = [{"en": "Games", "ja": "対局"}[language]]
    points = event.score_name[language == "ja"]
    tie_breaks = [TIE_BREAK_NAMES[name][language == "ja"] for name in event.tie_breaks]
    return [*first, *rounds, points, *tie_breaks]


def rows(event: Tournament, language: Language = "en") -> list[list[str]]:
    """The crosstable as texts, for a file or a terminal."""
    found = []
    numbered = names_lines(event)
    for number, line in enumerate(crosstable(event), 1):
        standing, player = line.standing, event.players[line.standing.player]
        found.append(
            [
                *([str(number)] if numbered else []),
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


def _cell_texts(event: Tournament, line: Line, language: Language) -> list[str]:
    texts = ["" if cell is None else cell.text(language) for cell in line.cells]
    return [" ".join(texts)] if event.columns in ("games", "points") else texts


def as_csv(event: Tournament, language: Language = "en") -> str:
    """The crosstable as CSV with a line of heads. A name cannot become a formula of a spreadsheet."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(heads(event, language))
    width = 5 + names_lines(event)
    for row in rows(event, language):
        names = [f"'{text}" if text[:1] in "=+-@\t\r" and text else text for text in row[:width]]
        writer.writerow([*names, *row[width:]])
    return out.getvalue()


def as_json(event: Tournament) -> dict[str, Any]:
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
        "title": event.title or None,
        "boards": event.boards,
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
