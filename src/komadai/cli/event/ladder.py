"""``komadai event challenge`` and ``answer``: a ladder at the club."""

from __future__ import annotations

import time
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from komadai.cli.event import listing, players
from komadai.cli.shared.language import japanese_help
from komadai.cli.shared.options import argument

if TYPE_CHECKING:
    from komadai.tournaments import EventFile


class AnswerName(StrEnum):
    """The answers to a challenge."""

    ACCEPT = "accept"
    REFUSE = "refuse"
    TAKE_BACK = "take-back"


EventPath = Annotated[Path, argument("The file of the ladder.", "大会のファイル。", metavar="FILE")]


@japanese_help("上位の人への挑戦を入力する。")
def challenge(
    file: EventPath,
    player: Annotated[str, argument("Who challenges.", "挑戦者。", metavar="PLAYER")],
    opponent: Annotated[str, argument("One who stands above.", "上位の相手。", metavar="OPPONENT")],
) -> None:
    """Enter a challenge of a ladder."""
    from komadai.tournaments import Ladder

    opened = open_now(file)
    event = Ladder.of(opened.event)
    numbers = players.player_number(event, player), players.player_number(event, opponent)
    act = event.challenge(*numbers, at=now())
    opened.add(act)
    names = (event.players[number].name for number in numbers)
    print(f"{act.challenge:>3}  {' → '.join(names)}")


@japanese_help("挑戦への返事（accept：受ける、refuse：断る）、または取り消し（take-back）。")
def answer(
    file: EventPath,
    number: Annotated[int, argument("Its number.", "挑戦の番号。", metavar="CHALLENGE", min=1)],
    reply: Annotated[
        AnswerName,
        argument(
            "accept begins the game, refuse gives up the place; take-back is for the challenger.",
            "accept は対局開始、refuse は順位を譲る、take-back は挑戦者による取り消し。",
            metavar="ANSWER",
        ),
    ],
) -> None:
    """Answer a challenge, or take it back."""
    from komadai.tournaments import Ladder

    opened = open_now(file)
    event = Ladder.of(opened.event)
    if reply is AnswerName.TAKE_BACK:
        opened.add(event.take_back_challenge(number, at=now()))
    else:
        opened.add(event.answer(number, reply is AnswerName.ACCEPT, at=now()))
    if reply is AnswerName.ACCEPT:
        listing.print_round(opened.event, len(opened.event.rounds))
    else:
        listing.print_table(opened.event)


def open_now(file: Path) -> EventFile:
    """The event with everything that the time has brought up to now, which is stored."""
    from komadai.tournaments import EventFile, Ladder, ladder

    opened = EventFile.open(file)
    if isinstance(opened.event, Ladder):
        while (act := ladder.due(opened.event, now())) is not None:
            opened.add(act)
    return opened


def now() -> int:
    """The time of an act."""
    return time.time_ns() // 1_000_000
