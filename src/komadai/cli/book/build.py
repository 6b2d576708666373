"""``komadai book build``: a book from game records."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.console import Console

from komadai.cli.book.files import OutputBook, naming, refuse_books, target
from komadai.cli.shared.errors import Failure
from komadai.cli.shared.input import Bar, Inputs, Sources, games
from komadai.cli.shared.messages import counted
from komadai.cli.shared.signals import undisturbed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from komadai.book import Builder
    from komadai.cli.shared.messages import Note

_INTERRUPTED: Final = 130


def build(
    sources: Sources,
    out: OutputBook,
    plies: Annotated[
        int, typer.Option(min=1, max=1000, metavar="NUMBER", help="So many first moves of each game.")
    ] = 40,
    min_games: Annotated[
        int, typer.Option(min=1, metavar="NUMBER", help="Leave out moves that were played less often.")
    ] = 2,
    min_rating: Annotated[
        float | None,
        typer.Option(metavar="RATING", help="Only moves of players with this rating, where records tell it."),
    ] = None,
    players: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="NAME", help="Only moves of players with this in their name."),
    ] = None,
    winners: Annotated[bool, typer.Option("--winners", help="Only moves of the side that won.")] = False,
    decided: Annotated[bool, typer.Option("--decided", help="Only games that somebody won.")] = False,
    any_start: Annotated[
        bool, typer.Option("--any-start", help="Handicap games and other starts, too.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The summary for programs.")] = False,
) -> None:
    """Make a book of game records: how often each move was played, and how the games ended.

    Ctrl-C stops the reading; the book of the games until then is written. Where no move is left for a book,
    none is written, and the one that was there stays.

    Example: [b]komadai book build games/ archive.zip -o mine.db --min-games 3[/]
    """
    from komadai.book import Builder, Selection, save

    refuse_books(sources)
    inputs = Inputs(sources)
    path = target(out, inputs.identities)
    builder = Builder(
        Selection(
            plies=plies,
            min_games=min_games,
            min_rating=min_rating,
            players=tuple(players or ()),
            winners=winners,
            decided=decided,
            even=not any_start,
        )
    )
    told = Console(stderr=True)
    errors: list[Note] = []

    def tell(note: Note) -> None:
        errors.append(note)
        if not as_json:
            told.print(f"error: {note}", markup=False, highlight=False, soft_wrap=True)

    read = 0
    interrupted = False
    try:
        with Bar(told) as bar:
            for _ in _counted(builder, inputs, bar, tell):
                read += 1
    except KeyboardInterrupt:
        interrupted = True
    positions = moves = 0
    with naming(out), undisturbed():
        entries = list(builder.entries())
        positions, moves = len(entries), sum(len(each.moves) for each in entries)
        if moves:
            save(entries, path)
    if as_json:
        print(
            json.dumps(
                {
                    "games": read,
                    "counted": builder.games,
                    "positions": positions,
                    "moves": moves,
                    "interrupted": interrupted,
                    "errors": [asdict(each) for each in errors],
                }
            )
        )
    else:
        told.print(
            f"{counted(read, 'game')} read, {builder.games:,} counted; {counted(positions, 'position')}, "
            f"{counted(moves, 'move')}{' (interrupted)' if interrupted else ''}",
            highlight=False,
        )
    if not moves and not interrupted:
        raise Failure(f"no move for the book is left of what was read; {out} is not written")
    if interrupted or errors:
        raise typer.Exit(_INTERRUPTED if interrupted else 1)


def _counted(builder: Builder, inputs: Inputs, bar: Bar, tell: Callable[[Note], None]) -> Iterator[bool]:
    """Counts game after game; whether each was wanted."""
    from komadai.book.making.record_input import GamesReader, PlayedGame
    from komadai.kifu import Report

    reader = GamesReader()
    for name, data in inputs.records(bar):
        for _, facts in games(name, data, reader, Report(keeps=False), tell):
            with undisturbed():
                wanted = builder.add(PlayedGame(facts, list(reader.ratings)))
            bar.games()
            yield wanted
