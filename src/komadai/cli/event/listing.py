"""Rounds and tables in the terminal and in files."""

from __future__ import annotations

import json
import unicodedata
from typing import TYPE_CHECKING, Final

import typer

from komadai.cli.shared.language import current_language, localized
from komadai.cli.shared.messages import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from komadai.outcome import Language
    from komadai.tournaments import Game, Tournament
    from komadai.tournaments.kinds.league.report import Line

RESULTS: Final = {
    "black": "1-0",
    "white": "0-1",
    "draw": "½-½",
    "black-walkover": "black+",
    "white-walkover": "white+",
    "neither": "neither",
}


def print_round(event: Tournament, number: int) -> None:
    """The games of a round, each on a line."""
    from komadai.tournaments import teams
    from komadai.tournaments.core.table import BYES, member_name, number_text, round_name

    each = event.round(number)
    print(round_name(event, number, "ja" if current_language() == "ja" else "en"))
    rows = []
    for game in each.games:
        black, white = game.pairing.black, game.pairing.white
        name = f"{black} {event.players[black].name}"
        if white is None:
            rows.append(["", name, BYES[game.pairing.bye or "full"][current_language() == "ja"], "", ""])
            continue
        handicap = "" if game.pairing.handicap == "even" else game.pairing.handicap
        other = f"{white} {event.players[white].name}"
        replays = localized(f"replayed: {game.replays}", f"指し直し：{game.replays}") if game.replays else ""
        note = " ".join(text for text in (handicap, replays) if text)
        if game.boards:
            score = "-".join(number_text(points) for points in teams.points(game))
            rows.append([str(game.board), name, other, score, note])
            for seat, result in enumerate(game.boards, 1):
                first, second = (member_name(event, who) or "–" for who in teams.members_on(game, seat))
                rows.append([f"{game.board}.{seat}", first, second, RESULTS.get(result or "", "…"), ""])
            continue
        rows.append([str(game.board), name, other, RESULTS.get(game.result or "", "…"), note])
    _print_columns(rows)


def print_games(event: Tournament, games: Sequence[Game]) -> None:
    """Games of an arena that begin, each on a line."""
    _print_columns(
        [
            [str(game.board), *(f"{number} {event.players[number].name}" for number in game.players)]
            for game in games
        ]
    )


def print_table(event: Tournament) -> None:
    """The crosstable; the entry list before the first round."""
    from komadai.tournaments import table as tables

    language: Language = "ja" if current_language() == "ja" else "en"
    print(printable(event.settings.name))
    heads, rows = tables.heads(event, language), tables.rows(event, language)
    name = 1 + tables.names_lines(event)
    shown = [number for number in range(len(heads)) if number <= name or any(row[number] for row in rows)]
    if not rows:
        print(localized("Nobody has entered yet.", "参加者はまだいません。"))
        return
    _print_columns(
        [[heads[number] for number in shown]] + [[row[number] for number in shown] for row in rows]
    )


def print_report(event: Tournament, lines: list[Line]) -> None:
    """The lines of a league's report."""
    heads = ["", "Name", "Strength", "Change", "Won", "Drawn", "Lost", "Languages"]
    if current_language() == "ja":
        heads = ["", "氏名", "棋力", "増減", "勝", "分", "敗", "言語"]
    rows = [
        [
            str(line.place),
            event.players[line.player].name,
            str(line.strength),
            "" if line.change is None else f"{line.change:+d}",
            *(str(count) for count in (line.won, line.drawn, line.lost)),
            ", ".join(line.languages),
        ]
        for line in lines
    ]
    _print_columns([heads, *rows])


def exported(event: Tournament, suffix: str, kind: str, round_number: int | None, language: str) -> bytes:
    """The bytes of a file. Raises EventError, BadParameter for a suffix that is not offered."""
    from komadai.publish import event_sheets
    from komadai.tournaments import as_csv, as_json

    chosen: Language = "ja" if language == "ja" else "en"
    if kind == "pairings" and suffix == ".pdf":
        return event_sheets.pairings_pdf(event, round_number or len(event.rounds) or 1, language=chosen)
    if kind == "table" and suffix == ".pdf":
        return event_sheets.crosstable_pdf(event, language=chosen)
    if kind == "table" and suffix == ".csv":
        return as_csv(event, chosen).encode("utf-8-sig")
    if kind == "table" and suffix == ".json":
        return (json.dumps(as_json(event), ensure_ascii=False, indent=2) + "\n").encode()
    raise typer.BadParameter(
        localized(
            "the table is written as .pdf, .csv or .json, pairings as .pdf",
            "成績表は .pdf、.csv、.json、組合せ表は .pdf です",
        ),
        param_hint="--out",
    )


def _print_columns(rows: list[list[str]]) -> None:
    widths = [max(_width(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [text + " " * (width - _width(text)) for text, width in zip(row, widths, strict=True)]
        print(printable("  ".join(cells).rstrip()))


def _width(text: str) -> int:
    """The columns of a text in a terminal, where kanji take two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
