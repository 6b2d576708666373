"""``komadai db player``: the games of a player in numbers."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

from rich import box
from rich.table import Table
from rich.text import Text

from komadai.cli.db.options import DatabasePath
from komadai.cli.shared.console import output_console, print_json
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.messages import counted, printable
from komadai.cli.shared.options import AsJson, argument

if TYPE_CHECKING:
    from komadai.study import PlayerProfile, PlayerResults


@japanese_help("""対局者の成績を表示する：先後別、年別、初手別、相手別。

    例：[b]komadai db player games.kdb 羽生善治[/]""")
def player(
    database: DatabasePath,
    name: Annotated[
        str,
        argument(
            "The player. Case does not matter; [b]*[/] stands for any characters.",
            "対局者。大文字と小文字は区別しない。[b]*[/] は任意の文字列。",
            metavar="NAME",
        ),
    ],
    as_json: AsJson = False,
) -> None:
    """Show the results of a player: by side, year, first move and opponent.

    Example: [b]komadai db player games.kdb "Habu Yoshiharu"[/]
    """
    from komadai.study import Database

    with Database(database) as db:
        found = db.player(name)
    if as_json:
        print_json(_facts(found))
    else:
        _print(found)


def _facts(found: PlayerProfile) -> dict[str, object]:
    def rows(key: str, pairs: tuple[tuple[str, PlayerResults], ...]) -> list[dict[str, object]]:
        return [{key: each, **asdict(results)} for each, results in pairs]

    return {
        "name": found.name,
        "names": found.names,
        **asdict(found.results),
        "black": asdict(found.black),
        "white": asdict(found.white),
        "years": rows("year", found.years),
        "first_moves": rows("usi", found.first_moves),
        "opponents": rows("name", found.opponents),
    }


def _print(found: PlayerProfile) -> None:
    console = output_console()
    names = printable(", ".join(found.names) or found.name)
    console.print(Text(f"{names}  {counted(found.results.games, 'game')}"))
    if not found.results.games:
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    for heading in (
        localized("games", "対局"),
        localized("wins", "勝"),
        localized("draws", "分"),
        localized("losses", "敗"),
        localized("score", "勝率"),
    ):
        table.add_column(heading, justify="right")
    sides = ((localized("Black", "先手"), found.black), (localized("White", "後手"), found.white))
    for rows in (sides, found.years, found.first_moves, found.opponents):
        for title, results in rows:
            _add_row(table, title, results)
        table.add_section()
    _add_row(table, localized("all", "合計"), found.results)
    console.print(table)


def _add_row(table: Table, title: str, results: PlayerResults) -> None:
    decided = results.wins + results.losses
    score = f"{100 * results.wins / decided:.1f} %" if decided else ""
    numbers = (results.games, results.wins, results.draws, results.losses)
    table.add_row(Text(printable(title)), *(f"{each:,}" for each in numbers), score)
