"""``komadai event title`` and ``challenger``: a title that is played for season after season."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from komadai.cli.event.settings import VariantOption, checked_variant
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.output import make_folder

EventPath = Annotated[
    Path, typer.Argument(metavar="FILE", help=localized("The file of the match.", "番勝負のファイル。"))
]


@japanese_help("タイトル戦（番勝負）を作る。")
def title(
    file: EventPath,
    name: Annotated[str, typer.Option(metavar="WORDS", help=localized("Its name.", "番勝負の名前。"))],
    title_name: Annotated[
        str, typer.Option("--title", metavar="WORDS", help=localized("The title.", "タイトルの名前。"))
    ] = "",
    games: Annotated[
        int,
        typer.Option(
            min=1,
            max=15,
            metavar="NUMBER",
            help=localized("Best of so many games, an odd number.", "何番勝負か（奇数）。"),
        ),
    ] = 7,
    holder: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=localized(
                "Who holds the title. Without a name it is vacant: two challengers play for it.",
                "タイトル保持者。省略時は空位で、2人の挑戦者が争う。",
            ),
        ),
    ] = "",
    previous: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=localized(
                "The match of the season before: its winner holds the title.",
                "前期の番勝負のファイル。その勝者が保持者になる。",
            ),
        ),
    ] = None,
    qualifier: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=localized("The event whose winner challenges.", "挑戦者を決める大会のファイル。"),
        ),
    ] = None,
    variant: VariantOption = "shogi",
    where: Annotated[
        str, typer.Option("--place", metavar="WORDS", help=localized("Where it is.", "会場。"))
    ] = "",
    date: Annotated[str, typer.Option(metavar="WORDS", help=localized("When it is.", "日付。"))] = "",
) -> None:
    """Create a title match: the holder against the challenger."""
    import msgspec

    from komadai.events import Created, EventFile, Settings, check_settings, replay, titles, unfit
    from komadai.events.players import Player

    if holder and previous is not None:
        raise typer.BadParameter(
            localized("--previous says who the holder is", "保持者は --previous から決まります"),
            param_hint="--holder",
        )
    defender = Player(titles.HOLDER, holder) if holder else None
    values: dict[str, object] = {
        "title": title_name,
        "rounds": games,
        "variant": checked_variant(variant),
    }
    if qualifier is not None:
        EventFile.open(qualifier)  # a wrong name is an error now, not when the challenger is entered
    if previous is not None:
        before = EventFile.open(previous).event
        defender = titles.next_holder(before)
        values = {"title": title_name or before.settings.title, "rounds": before.settings.rounds}
        values["variant"] = before.settings.variant
    values |= {
        "name": " ".join(name.split()),
        "system": "title-match",
        "vacant": defender is None,
        "qualifier": "" if qualifier is None else str(qualifier),
        "previous": "" if previous is None else str(previous),
        "place": where,
        "date": date,
    }
    try:
        settings = msgspec.convert(values, Settings)
    except msgspec.ValidationError as error:
        raise unfit(error) from error
    check_settings(settings)
    created = Created(at=_now(), settings=settings)
    make_folder(file.parent)
    if defender is None:
        EventFile.create(file, created)
    else:
        entered = replay([created]).enter(
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
        typer.Option(
            "--from",
            metavar="FILE",
            help=localized(
                "The challenger event, if the match does not name it.",
                "挑戦者を決める大会（番勝負の作成時に指定していない場合）。",
            ),
        ),
    ] = None,
) -> None:
    """Enter the best player of the challenger event; for a vacant title, the two best."""
    from komadai.events import EventError, EventFile, titles

    opened = EventFile.open(file)
    path = qualifier or Path(opened.event.settings.qualifier)
    if not path.name:
        raise EventError.with_code("event-no-qualifier")
    for player in titles.challengers(opened.event, EventFile.open(path).event):
        act = opened.event.enter(
            player.name, at=_now(), rating=player.rating, rank=player.rank, club=player.club
        )
        opened.add(act)
        print(f"{act.player:>3}  {act.name}")


def _now() -> int:
    return time.time_ns() // 1_000_000
