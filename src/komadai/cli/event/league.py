"""``komadai event wants`` and ``report``: a league by correspondence."""

from __future__ import annotations

import datetime
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from komadai.cli.event import listing, players
from komadai.cli.shared.language import current_language, japanese_help, localized
from komadai.cli.shared.options import argument, option
from komadai.cli.shared.output import appearing, identity, place

if TYPE_CHECKING:
    from komadai.outcome import Language

EventPath = Annotated[Path, argument("The file of the league.", "リーグのファイル。", metavar="FILE")]


@japanese_help("リーグの参加者が希望する相手の数と、やり取りできる言語を入力する。")
def wants(
    file: EventPath,
    player: Annotated[str, argument("A number or name.", "番号または氏名。", metavar="PLAYER")],
    opponents: Annotated[
        int, argument("How many at once.", "同時に対局する人数。", metavar="OPPONENTS", min=0, max=10)
    ],
    languages: Annotated[
        str,
        option(
            "In which they can write, such as en,ja; without it in any.",
            "やり取りできる言語（en,ja など）。",
            metavar="CODES",
        ),
    ] = "",
) -> None:
    """Say how many opponents a member of a league wants, and in which languages they write."""
    from komadai.tournaments import EventFile, League

    opened = EventFile.open(file)
    number = players.player_number(opened.event, player)
    codes = [code for code in languages.replace(" ", "").lower().split(",") if code]
    for code in codes:
        if not (code.isascii() and code.isalpha() and len(code) in (2, 3)):
            raise typer.BadParameter(
                localized(
                    f"{code} is not a code such as en", f"{code} は en のような言語コードではありません"
                ),
                param_hint="--languages",
            )
    act = League.of(opened.event).want(number, opponents, codes, at=time.time_ns() // 1_000_000)
    opened.add(act)
    print(f"{opened.event.players[number].name}: {opponents}  {', '.join(codes)}".rstrip())


@japanese_help("リーグの棋力一覧（6月と12月の末日、または指定日）。")
def report(
    file: EventPath,
    day: Annotated[
        str,
        option(
            "At the end of this day, such as 2026-06-30; without it today.",
            "この日の終わり（例：2026-06-30）。省略時は今日。",
            "--date",
            metavar="DATE",
        ),
    ] = "",
    out: Annotated[str, option("Write a PDF instead.", "PDFに書き出す。", "-o", "--out", metavar="OUT")] = "",
) -> None:
    """Show the strengths of a league's members on a day, with the games since the last report."""
    from komadai.tournaments import EventFile, League, league_report

    event = League.of(EventFile.open(file).event)
    try:
        wanted = datetime.date.fromisoformat(day) if day else datetime.datetime.now(datetime.UTC).date()
    except ValueError:
        raise typer.BadParameter(
            localized(
                f"{day} is not a date such as 2026-06-30", f"{day} は 2026-06-30 のような日付ではありません"
            ),
            param_hint="--date",
        ) from None
    if not out:
        listing.print_report(event, league_report.report(event, wanted))
        return
    from komadai.publish import event_sheets

    path = place(out, {identity(file)}, "--out")
    language: Language = "ja" if current_language() == "ja" else "en"
    data = event_sheets.report_pdf(event, wanted, language=language)
    with appearing(path) as hidden:
        hidden.write_bytes(data)
    print(out)
