"""``komadai db query``: finds games."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from komadai.cli.db.name_ids import note_unknown_ids
from komadai.cli.db.options import Castle, DatabasePath, DateFrom, DateTo, Opening, Player
from komadai.cli.shared.console import output_console, print_json
from komadai.cli.shared.errors import Failure, error_text
from komadai.cli.shared.json_list import JsonList
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.messages import counted, printable
from komadai.cli.shared.options import AsJson, option
from komadai.errors import DatabaseError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from komadai.study import FoundGame, Pattern


@japanese_help("""対局を探す。すべての条件に合う対局を、取り込んだ順に表示する。

    例：[b]komadai db query games.kdb --player 羽生善治 --from 1995 --to 1996[/]""")
def query(
    database: DatabasePath,
    player: Player = None,
    opening: Opening = None,
    castle: Castle = None,
    position: Annotated[
        str | None,
        option(
            "Only games that reach this position: an SFEN or a USI position with moves.",
            "この局面になった対局だけ：SFEN、または指し手の付いた USI の position。",
            metavar="POSITION",
        ),
    ] = None,
    pattern: Annotated[
        str | None,
        option(
            "Only games with a position that fits this file: parts of a board and hands.",
            "このファイルのパターン（盤と持駒の一部）に合う局面のある対局だけ。",
            metavar="FILE",
        ),
    ] = None,
    date_from: DateFrom = None,
    date_to: DateTo = None,
    like: Annotated[
        str | None,
        option(
            "The games most like this one: a record, one in an archive, or a USI position with "
            "moves. At most 10 without --limit.",
            "この対局に最も似た対局：棋譜ファイル、書庫の中の棋譜、または指し手の付いた USI の "
            "position。--limit がなければ 10 局まで。",
            metavar="GAME",
        ),
    ] = None,
    limit: Annotated[
        int | None,
        option(
            "At most this number of games. All if left out.",
            "最大の局数。省略時はすべて。",
            min=0,
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Find the games that fit all conditions, in the order in which they were imported.

    Example: [b]komadai db query games.kdb --player "Habu Yoshiharu" --from 1995 --to 1996[/]
    """
    from komadai.study import Database

    part = None if pattern is None else read_pattern(pattern)
    if like is not None:
        if any(each is not None for each in (player, opening, castle, position, pattern, date_from, date_to)):
            raise typer.BadParameter(
                localized(
                    "only --limit goes with it: it compares all games",
                    "併用できるのは --limit だけです：すべての対局と比べます",
                ),
                param_hint="--like",
            )
        _likest(database, like, 10 if limit is None else limit, as_json)
        return
    note_unknown_ids(opening, castle)
    with Database(database) as db:
        found = db.query(
            player=player,
            opening=opening,
            castle=castle,
            position=position,
            pattern=part,
            date_from=date_from,
            date_to=date_to,
            limit=limit,
        )
        if as_json:
            with JsonList() as rows:
                for game in found:
                    rows.append(asdict(game))
                rows.write_to(sys.stdout)
            print(flush=True)
        else:
            _print(found)


def _likest(database: str, game: str, limit: int, as_json: bool) -> None:
    from komadai.cli.shared import show_source
    from komadai.kifu import Game
    from komadai.study import Database

    wanted = show_source.find(game.split() if game.startswith(("startpos", "sfen ")) else [game], 1).game
    if not isinstance(wanted, Game):
        raise typer.BadParameter(
            localized("games of variants are not in databases", "データベースにあるのは本将棋の対局だけです"),
            param_hint="--like",
        )
    with Database(database) as db:
        db.recognise_names()
        found = db.like(wanted, limit=limit)
    if as_json:
        print_json(
            [{**asdict(each.game), "score": each.score, "likeness": asdict(each.likeness)} for each in found]
        )
    else:
        _print([each.game for each in found], [each.score for each in found])


def read_pattern(name: str) -> Pattern:
    """The pattern in a file. Raises Failure if it cannot be read."""
    from komadai.study import Pattern

    try:
        return Pattern.read(Path(name).read_text("utf-8-sig"))
    except (OSError, UnicodeError) as error:
        raise Failure.not_read(name, error) from None
    except DatabaseError as error:
        raise Failure(localized(f"{name}: ", f"{name}：") + error_text(error)) from None


def _print(found: Iterable[FoundGame], scores: Sequence[float] = ()) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading, justify in (
        *(((localized("likeness", "類似度"), "right"),) if scores else ()),
        (localized("no.", "番号"), "right"),
        (localized("date", "日付"), "left"),
        (localized("Black", "先手"), "left"),
        (localized("White", "後手"), "left"),
        (localized("result", "結果"), "left"),
        (localized("plies", "手数"), "right"),
        (localized("reached after", "局面の手数"), "right"),
    ):
        table.add_column(heading, justify="right" if justify == "right" else "left", overflow="fold")
    results = {
        "black": localized("Black won", "先手勝ち"),
        "white": localized("White won", "後手勝ち"),
        "draw": localized("draw", "引き分け"),
        None: "",
    }
    for number, game in enumerate(found):
        names = [Text(printable(name or "")) for name in (game.black, game.white)]
        ply = "" if game.ply is None else str(game.ply)
        score = [f"{scores[number]:.2f}"] if scores else []
        table.add_row(
            *score, str(game.id), game.date or "", *names, results[game.result], str(game.plies), ply
        )
    console = output_console()
    console.print(counted(table.row_count, "game"))
    if table.row_count:
        console.print(table)
