"""``komadai book build``: builds a book from game records."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Final

import typer

from komadai.cli.book.files import OutputBook, naming, refuse_books, target
from komadai.cli.shared.console import error_console, write_line
from komadai.cli.shared.errors import Failure
from komadai.cli.shared.input import Bar, Inputs, Sources, games
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.messages import counted
from komadai.cli.shared.options import option, with_groups
from komadai.cli.shared.passed_over import PassedOver
from komadai.cli.shared.signals import undisturbed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from komadai.book import Builder
    from komadai.cli.shared.messages import Note

_INTERRUPTED: Final = 130


@dataclass(frozen=True, kw_only=True)
class BuildOptions:
    """How a book is built."""

    plies: Annotated[
        int,
        option("The number of moves taken from each game.", "各対局の序盤から取る手数。", min=1, max=1000),
    ] = 40
    min_games: Annotated[
        int,
        option(
            "Leave out moves that were played in fewer games.",
            "これより少ない対局でしか指されなかった手を除く。",
            min=1,
        ),
    ] = 2
    min_rating: Annotated[
        float | None,
        option(
            "Only moves of players with at least this rating, where records contain ratings.",
            "このレーティング以上の対局者の手だけ（棋譜に記載がある場合）。",
            metavar="RATING",
        ),
    ] = None
    players: Annotated[
        list[str] | None,
        option(
            "Only moves of players whose name contains this. Can be repeated.",
            "名前にこの文字列を含む対局者の手だけ。繰り返し指定できる。",
            "--player",
            metavar="NAME",
        ),
    ] = None
    winners: Annotated[
        bool, option("Only moves of the side that won.", "勝った側の手だけ。", "--winners")
    ] = False
    decided: Annotated[bool, option("Only games with a winner.", "勝敗の付いた対局だけ。", "--decided")] = (
        False
    )
    any_start: Annotated[
        bool,
        option(
            "Include handicap games and games from other positions.",
            "駒落ちや任意局面からの対局も含める。",
            "--any-start",
        ),
    ] = False
    as_json: Annotated[bool, option("Print the summary as JSON.", "集計を JSON で出力する。", "--json")] = (
        False
    )


@japanese_help("""棋譜から定跡を作る：各手の回数と勝敗。

    Ctrl-C で読み込みを止め、そこまでの定跡を書き出す。
    載せる手がなければ何も書かず、既存のファイルも変えない。

    例：[b]komadai book build games/ archive.zip -o mine.db --min-games 3[/]""")
@with_groups
def build(
    sources: Sources,
    out: OutputBook,
    options: BuildOptions,
) -> None:
    """Build a book from game records: how often each move was played, and the results.

    Ctrl-C stops the reading and writes the book of the games read so far. If no move is left for the book,
    nothing is written and an existing file stays as it is.

    Example: [b]komadai book build games/ archive.zip -o mine.db --min-games 3[/]
    """
    from komadai.book import Builder, Selection, save

    refuse_books(sources)
    inputs = Inputs(sources)
    path = target(out, inputs.identities)
    builder = Builder(
        Selection(
            plies=options.plies,
            min_games=options.min_games,
            min_rating=options.min_rating,
            players=tuple(options.players or ()),
            winners=options.winners,
            decided=options.decided,
            even=not options.any_start,
        )
    )
    stderr = error_console()
    errors: list[Note] = []

    def report_error(note: Note) -> None:
        errors.append(note)
        if not options.as_json:
            write_line(stderr, localized(f"error: {note}", f"エラー：{note}"))

    read = 0
    interrupted = False
    try:
        with Bar(stderr) as bar:
            for _ in _counted(builder, inputs, bar, report_error):
                read += 1
    except KeyboardInterrupt:
        interrupted = True
    positions = moves = 0
    with naming(out, written=True), undisturbed():
        entries = list(builder.entries())
        positions, moves = len(entries), sum(len(each.moves) for each in entries)
        if moves:
            save(entries, path)
    if options.as_json:
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
        write_line(
            stderr,
            localized(
                f"{counted(read, 'game')} read, {builder.games:,} counted; {counted(positions, 'position')}, "
                f"{counted(moves, 'move')}{' (interrupted)' if interrupted else ''}",
                f"{read:,}局を読み、{builder.games:,}局を集計。{positions:,}局面、{moves:,}手"
                f"{'（中断）' if interrupted else ''}",
            ),
        )
    if not moves and not interrupted:
        raise Failure(
            localized(
                f"no move is left for the book; {out} is not written",
                f"定跡に載せる手がないため、{out} は書き出しません",
            )
        )
    if interrupted or errors:
        raise typer.Exit(_INTERRUPTED if interrupted else 1)


def _counted(builder: Builder, inputs: Inputs, bar: Bar, on_error: Callable[[Note], None]) -> Iterator[bool]:
    """Adds the games to the builder. Gives for each whether it was used."""
    from komadai.book.making.record_input import GamesReader, RatedGame

    reader = GamesReader()
    passed_over = PassedOver()
    for name, data in inputs.records(bar):
        for _, facts in games(name, data, reader, passed_over.report(name), on_error):
            with undisturbed():
                used = builder.add(RatedGame(facts, list(reader.ratings)))
            bar.games()
            yield used
    passed_over.print_rest()
