"""``komadai backup`` and ``komadai restore``: copies of a server's database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from komadai.cli.shared.console import error_console, print_json, write_line
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.messages import printable
from komadai.cli.shared.options import AsJson, argument, option
from komadai.cli.shared.output import make_folder

if TYPE_CHECKING:
    from komadai.server.db.backup import Report

Database = Annotated[
    str | None,
    option(
        "The database, for example PostgreSQL. SQLite in the data folder if left out.",
        "データベース（PostgreSQL など）。省略時はデータフォルダの SQLite。",
        metavar="URL",
    ),
]
DataDir = Annotated[
    Path | None,
    option(
        "The data folder of the server. The usual one of your system if left out.",
        "サーバーのデータフォルダ。省略時はシステムの標準の場所。",
        metavar="FOLDER",
    ),
]
File = Annotated[Path, argument("The backup.", "バックアップのファイル。", metavar="FILE")]


@japanese_help("""SQLite は一つの SQLite ファイル、PostgreSQL は pg_dump のアーカイブになる。
    書き込んだ後に全体を読み直して確かめ、SHA-256をFILE.sha256に書く。""")
def backup(path: File, database: Database = None, data_dir: DataDir = None, as_json: AsJson = False) -> None:
    """A backup of SQLite is one SQLite file, of PostgreSQL an archive of pg_dump. It is read again
    and checked; its SHA-256 is in FILE.sha256.
    """
    from komadai.server.db.backup import back_up
    from komadai.server.settings import default_data_dir

    make_folder(path.parent)
    _print(path, back_up(path, database, data_dir or default_data_dir()), as_json)


def restore(
    path: File,
    database: Database = None,
    data_dir: DataDir = None,
    force: Annotated[
        bool, option("Replace a database that has games.", "対局のあるデータベースも置き換える。", "--force")
    ] = False,
    as_json: AsJson = False,
) -> None:
    from komadai.server.db.backup import restore
    from komadai.server.settings import default_data_dir

    report = restore(path, database, data_dir or default_data_dir(), force=force)
    _print(path, report, as_json)
    if report.sha256 is None:
        text = localized(
            f"{path}.sha256 is missing: it is unknown whether the backup is as it was written",
            f"{path}.sha256がありません。バックアップが作成時のままかどうかは確かめていません",
        )
        write_line(error_console(), printable(f"komadai: {text}"))


def _print(path: Path, report: Report, as_json: bool) -> None:
    found = report.contents
    if as_json:
        print_json(
            {
                "file": str(path),
                "kind": report.kind,
                "bytes": report.size,
                "sha256": report.sha256,
                "schema": found.revision,
                "guests": found.guests,
                "games": found.games,
                "events": found.events,
            }
        )
        return
    counts = found.games, found.events, report.size
    print(
        localized(
            "{}: {}, {} games, {} events, {} bytes; checked".format(path, report.kind, *counts),
            "{}：{}、{}局、{}イベント、{}バイト。確認済み".format(path, report.kind, *counts),
        )
    )
