"""``komadai event title`` and ``challenger``: a title that is played for season after season."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from komadai.cli.event import listing, players
from komadai.cli.event.create import TITLE_MATCH
from komadai.cli.event.options import checked_variant, parameter, with_options
from komadai.cli.shared.help import DeferredCommand
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.options import argument, keyword, option
from komadai.cli.shared.output import make_folder

EventPath = Annotated[Path, argument("The file of the match.", "番勝負のファイル。", metavar="FILE")]


HolderOption = Annotated[
    str,
    option(
        "Who holds the title. Without a name it is vacant: two challengers play for it.",
        "タイトル保持者。省略時は空位で、2人の挑戦者が争う。",
        "--holder",
        metavar="NAME",
    ),
]
PreviousOption = Annotated[
    Path | None,
    option(
        "The match of the season before: its winner holds the title.",
        "前期の番勝負のファイル。その勝者が保持者になる。",
        "--previous",
        metavar="FILE",
    ),
]
QualifierOption = Annotated[
    Path | None,
    option(
        "The event whose winner challenges.", "挑戦者を決める大会のファイル。", "--qualifier", metavar="FILE"
    ),
]
GAMES: Final = 7
"""The games of a match, if nothing else is said."""


class TitleCommand(DeferredCommand):
    """The command with its options."""

    @staticmethod
    def function() -> Callable[..., None]:
        """Creates the file of the match that the options describe."""
        from komadai.tournaments.core.settings import options_of
        from komadai.tournaments.kinds.title_match.settings import MAX_GAMES, TitleMatchSettings

        fields = {each.name: each for each in options_of(TitleMatchSettings)}
        fields["rounds"] = fields["rounds"]._replace(maximum=MAX_GAMES, default=GAMES)
        options = {name: parameter(each) for name, each in fields.items()}
        options |= {
            "holder": keyword("holder", HolderOption, ""),
            "previous": keyword("previous", PreviousOption, None),
            "qualifier": keyword("qualifier", QualifierOption, None),
        }
        return with_options(
            _create,
            localized("The file of the match.", "番勝負のファイル。"),
            [
                options[name]
                for name in (
                    *("name", "title", "rounds", "holder", "previous", "qualifier"),
                    *("after_replay", "variant", "place", "date"),
                )
            ],
        )


@japanese_help("タイトル戦（番勝負）を作る。")
def title() -> None:
    """Create a title match: the holder against the challenger."""


def _create(file: Path, *, holder: str, previous: Path | None, qualifier: Path | None, **values: Any) -> None:
    from komadai.tournaments import (
        Created,
        EventFile,
        TitleMatch,
        announced,
        check_settings,
        settings_of,
        titles,
    )
    from komadai.tournaments.core.players import Player

    if holder and previous is not None:
        raise typer.BadParameter(
            localized("--previous says who the holder is", "保持者は --previous から決まります"),
            param_hint="--holder",
        )
    defender = Player(titles.HOLDER, holder) if holder else None
    checked_variant(values["variant"])
    if qualifier is not None:
        EventFile.open(qualifier)  # a wrong name is an error now, not when the challenger is entered
    if previous is not None:
        before = EventFile.open(previous).event
        defender = titles.next_holder(before)
        assert isinstance(before, TitleMatch)
        values |= {"title": values["title"] or before.title, "rounds": before.settings.rounds}
        values |= {"variant": before.settings.variant, "after_replay": before.settings.after_replay}
    settings = settings_of(
        values
        | {
            "name": " ".join(values["name"].split()),
            "system": TITLE_MATCH,
            "vacant": defender is None,
            "qualifier": "" if qualifier is None else str(qualifier),
            "previous": "" if previous is None else str(previous),
        }
    )
    check_settings(settings)
    created = Created(at=_now(), settings=settings)
    make_folder(file.parent)
    if defender is None:
        EventFile.create(file, created)
    else:
        entered = announced(settings).enter(
            defender.name, at=_now(), rating=defender.rating, rank=defender.rank, club=defender.club
        )
        EventFile.create(file, created, entered)
        print(localized(f"{defender.name} holds the title.", f"保持者は{defender.name}さんです。"))
    print(localized(f"Created {file}.", f"{file}を作成しました。"))


@japanese_help("挑戦者決定戦の結果から挑戦者を登録する。")
def challenger(
    file: EventPath,
    qualifier: Annotated[
        Path | None,
        option(
            "The challenger event, if the match does not name it.",
            "挑戦者を決める大会（番勝負の作成時に指定していない場合）。",
            "--from",
            metavar="FILE",
        ),
    ] = None,
) -> None:
    """Enter the best player of the challenger event; for a vacant title, the two best."""
    from komadai.tournaments import EventError, EventFile, TitleMatch, titles

    opened = EventFile.open(file)
    named = opened.event.settings.qualifier if isinstance(opened.event, TitleMatch) else ""
    path = qualifier or Path(named)
    if not path.name:
        raise EventError.with_code("event-no-qualifier")
    for player in titles.challengers(opened.event, EventFile.open(path).event):
        act = opened.event.enter(
            player.name, at=_now(), rating=player.rating, rank=player.rank, club=player.club
        )
        opened.add(act)
        print(f"{act.player:>3}  {act.name}")


@japanese_help("始まっていない局の先手を指定する。")
def colors(
    file: EventPath,
    black: Annotated[
        str,
        argument(
            "The number or name of the player who has Black.",
            "先手になる対局者の番号または名前。",
            metavar="PLAYER",
        ),
    ],
) -> None:
    """Give a player Black in the last game of a match, before it begins."""
    from komadai.tournaments import EventFile, TitleMatch

    opened = EventFile.open(file)
    match = TitleMatch.of(opened.event)
    number = len(match.rounds) or 1
    player = players.player_number(match, black)
    if not match.rounds or match.game(number, 1).pairing.black != player:
        opened.add(match.set_colors(number, 1, player, at=_now()))
    listing.print_round(match, number)


def _now() -> int:
    return time.time_ns() // 1_000_000
