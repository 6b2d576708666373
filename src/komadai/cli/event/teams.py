"""``komadai event team`` and ``lineup``: the members of teams, and who of them plays."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from komadai.cli.event import players
from komadai.cli.shared.language import japanese_help
from komadai.cli.shared.options import argument

if TYPE_CHECKING:
    from komadai.tournaments import Member

EventPath = Annotated[Path, argument("The file of the event.", "大会のファイル。", metavar="FILE")]


@japanese_help("チームを登録する。メンバーは大将から順に並べる。登録済みのチームには控えを追加する。")
def team(
    file: EventPath,
    name: Annotated[str, argument("Its name.", "チーム名。", metavar="TEAM")],
    members: Annotated[
        list[str],
        argument(
            "In board order, then substitutes; with a rank or rating: Wada=3 dan, Oyama=1900.",
            "大将から順に、その後に控え。段級位やレーティングは 和田=三段、大山=1900 のように付ける。",
            metavar="MEMBERS",
        ),
    ],
) -> None:
    """Add a team with its members; to a team that has entered, add substitutes."""
    from komadai.tournaments import EventFile

    opened = EventFile.open(file)
    entered = [read_member(text) for text in members]
    known = next(
        (each for each in opened.event.players.values() if each.name.casefold() == name.strip().casefold()),
        None,
    )
    if known is None:
        opened.add(opened.event.enter(name, at=_now(), members=entered))
    else:
        for member in entered:
            opened.add(opened.event.add_member(known.number, member, at=_now()))
    number = len(opened.event.players) if known is None else known.number
    _print_team(opened.event.players[number].members)


@japanese_help("次の対戦に出るメンバーを番号で指定する。開始まで発表されない。")
def lineup(
    file: EventPath,
    name: Annotated[str, argument("Its number or name.", "チームの番号または名前。", metavar="TEAM")],
    members: Annotated[
        list[int], argument("The numbers of its members.", "メンバーの番号。", metavar="MEMBERS")
    ],
) -> None:
    """Say which members play in the next match; without it the first ones play."""
    from komadai.tournaments import EventFile

    opened = EventFile.open(file)
    act = opened.event.line_up(players.player_number(opened.event, name), members, at=_now())
    opened.add(act)
    team = opened.event.players[act.player]
    _print_team([team.members[number - 1] for number in act.members])


def read_member(text: str) -> Member:
    """The member of ``Wada``, ``Wada=3 dan`` or ``Wada=1900``. Raises EventError."""
    from komadai.tournaments import Member, read_rank

    name, _, strength = (part.strip() for part in text.partition("="))
    name = " ".join(name.split())[:60]
    if strength.isascii() and strength.isdecimal():
        return Member(name=name, rating=min(int(strength[:5]), 4000))
    return Member(name=name, rank=read_rank(strength))


def _print_team(members: list[Member] | tuple[Member, ...]) -> None:
    for number, member in enumerate(members, 1):
        print(f"{number:>3}  {member.name}")


def _now() -> int:
    return time.time_ns() // 1_000_000
