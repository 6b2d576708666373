"""Arguments and options of several commands of ``komadai db``."""

from __future__ import annotations

from typing import Annotated

import typer

from komadai.cli.shared.errors import error_text
from komadai.cli.shared.options import argument, option

DatabasePath = Annotated[
    str, argument("The folder of the database.", "データベースのフォルダ。", metavar="DB")
]
Player = Annotated[
    str | None,
    option(
        "Only games of this player. Case does not matter; [b]*[/] stands for any characters.",
        "この対局者の対局だけ。大文字と小文字は区別しない。[b]*[/] は任意の文字列。",
        metavar="NAME",
    ),
]
Opening = Annotated[str | None, option("Only games with this opening.", "この戦型の対局だけ。", metavar="ID")]
Castle = Annotated[
    str | None,
    option("Only games in which this castle was built.", "この囲いができた対局だけ。", metavar="ID"),
]


def _date(text: str | None) -> str | None:
    """A date as a database takes it. Raises BadParameter."""
    if text is not None:
        from komadai.errors import DatabaseError
        from komadai.study.database.dates import read_limit

        try:
            read_limit(text)
        except DatabaseError as error:
            raise typer.BadParameter(error_text(error)) from None
    return text


DateFrom = Annotated[
    str | None,
    option(
        "Only games from this day, month or year on: 2024-05-31, 2024-05, 2024.",
        "この年・月・日以後の対局だけ：2024、2024-05、2024-05-31。",
        "--from",
        callback=_date,
        metavar="DATE",
    ),
]
DateTo = Annotated[
    str | None,
    option(
        "Only games up to this day, month or year.",
        "この年・月・日までの対局だけ。",
        "--to",
        callback=_date,
        metavar="DATE",
    ),
]
