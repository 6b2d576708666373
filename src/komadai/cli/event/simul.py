"""``komadai event accept``: whom the host of a simultaneous display plays, and with which handicap."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from komadai.cli.event import players
from komadai.cli.shared.language import current_language, japanese_help, localized
from komadai.cli.shared.options import argument, option

if TYPE_CHECKING:
    from komadai.outcome import Language

EventPath = Annotated[Path, argument("The file of the display.", "多面指しのファイル。", metavar="FILE")]


@japanese_help("多面指しの相手を承認する。手合割を省略すると段級差による。")
def accept(
    file: EventPath,
    names: Annotated[
        list[str], argument("Numbers or names of players.", "参加者の番号または氏名。", metavar="PLAYERS")
    ],
    handicap: Annotated[
        str,
        option(
            "Such as two-piece or even; without it the one that the ranks propose, "
            "if the event plays with handicaps.",
            "two-piece（二枚落ち）、even（平手）など。省略時は、駒落ちの大会では段級差による。",
            metavar="NAME",
        ),
    ] = "",
    take_back: Annotated[bool, option("They are not accepted.", "承認を取り消す。", "--take-back")] = False,
) -> None:
    """Accept players of a simultaneous display, in the order of the boards."""
    from komadai.handicap import Handicap
    from komadai.tournaments import EventFile, Simul
    from komadai.tournaments.kinds.simul import rules as simul

    if handicap and take_back:
        raise typer.BadParameter(
            localized("leave --handicap out", "--handicap は指定できません"), param_hint="--take-back"
        )
    opened = EventFile.open(file)
    display = Simul.of(opened.event)
    for name in names:
        number = players.player_number(display, name)
        key = None if take_back else handicap or simul.proposed(display, number)
        opened.add(display.accept(number, key, at=time.time_ns() // 1_000_000))
    language: Language = "ja" if current_language() == "ja" else "en"
    for board, (number, key) in enumerate(display.accepted.items(), 1):
        print(f"{board:>3}  {display.players[number].name}  {Handicap.named(key).name(language)}")
