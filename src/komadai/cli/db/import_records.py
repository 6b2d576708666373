"""``komadai db import``: adds records to a game database."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Final

import typer

from komadai.cli.db.options import DatabasePath
from komadai.cli.shared.console import error_console, print_json, write_line
from komadai.cli.shared.input import Bar, Inputs, Sources
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.messages import Note, counted
from komadai.cli.shared.options import AsJson, option
from komadai.cli.shared.passed_over import PassedOver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from komadai.study import ImportCount

_INTERRUPTED: Final = 130


@japanese_help("""棋譜をデータベースに取り込む。データベースがなければ作る。

    すでにある対局は加えない。中断しても、同じコマンドで続きから取り込める。

    例：[b]komadai db import games.kdb games/ archive.zip[/]""")
def import_records(
    database: DatabasePath,
    sources: Sources,
    plies: Annotated[
        int | None,
        option(
            "Index positions up to this ply (80 if left out). Fixed when the database is made.",
            "何手目までの局面を索引に入れるか（省略時は 80）。作成後は変えられない。",
            min=0,
            max=65_535,
            show_default=False,
        ),
    ] = None,
    names: Annotated[
        bool,
        option(
            "Recognise castles and openings now, not at the first query for one. This takes long.",
            "囲いと戦型をここで認識する。指定しなければ最初に検索したときに認識する（時間がかかる）。",
            "--names",
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Import records of any format into a database, which is made if there is none.

    Games that the database has already are left out. After an interruption the same command continues.

    Example: [b]komadai db import games.kdb games/ archive.zip[/]
    """
    from komadai.study import Database

    inputs = Inputs(sources)
    stderr = error_console()
    errors: list[Note] = []

    def report_error(name: str, game: int, error: Exception) -> None:
        note = Note.of_error(name, game, error)
        errors.append(note)
        if not as_json:
            write_line(stderr, localized(f"error: {note}", f"エラー：{note}"))

    interrupted = False
    passed_over = PassedOver()
    with Database(database, create=True, plies=plies) as db:
        try:
            with Bar(stderr) as bar, db.importing() as session:
                count = session.count
                for name, data in inputs.records(bar):
                    session.add_record(name, data, report_error, bar.games, report=passed_over.report(name))
            if names:
                db.recognise_names()
        except KeyboardInterrupt:
            interrupted = True
        games = len(db)
    passed_over.print_rest()
    print_count(count, games, errors, interrupted=interrupted, as_json=as_json)
    if interrupted or errors:
        raise typer.Exit(_INTERRUPTED if interrupted else 1)


def print_count(
    count: ImportCount, games: int, errors: Sequence[Note] = (), *, interrupted: bool = False, as_json: bool
) -> None:
    """Prints what an import has added to a database that has ``games`` games now."""
    if as_json:
        print_json(
            {
                "games": games,
                "added": count.added,
                "duplicates": count.duplicates,
                "interrupted": interrupted,
                "errors": [asdict(each) for each in errors],
            }
        )
        return
    added = counted(count.added, "game")
    line = localized(
        f"{added} added, {count.duplicates:,} already there; {games:,} in the database",
        f"{added}を追加、{count.duplicates:,}局は登録済み。全{games:,}局",
    )
    write_line(error_console(), line + (localized(" (interrupted)", "（中断）") if interrupted else ""))
