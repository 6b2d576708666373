"""``komadai match``: two engines against each other."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.live import Live

from komadai.cli import arena_options as options
from komadai.cli import match_table
from komadai.cli.failure import Failure
from komadai.cli.interrupt import undisturbed

if TYPE_CHECKING:
    from komadai.arena import Match

_INTERRUPTED = 130
_ENGINE = (
    "[b]komadai[/] (this one), a name from config.toml, or a command with its arguments; options may "
    "follow in braces."
)


def match(
    first: Annotated[str, typer.Argument(metavar="A", help=_ENGINE)],
    second: Annotated[str, typer.Argument(metavar="B", help="Its opponent.")],
    games: Annotated[
        int,
        typer.Option("--games", "-g", min=1, metavar="NUMBER", help="How many at most; two to an opening."),
    ] = 100,
    pace: options.PACE = None,
    pace_a: Annotated[
        str | None, typer.Option("--time-a", metavar="LIMIT", help="The same for A alone.")
    ] = None,
    pace_b: Annotated[
        str | None, typer.Option("--time-b", metavar="LIMIT", help="The same for B alone.")
    ] = None,
    nodes: options.NODES = None,
    depth: options.DEPTH = None,
    movetime: options.MOVETIME = None,
    byoyomi: options.BYOYOMI = None,
    option_a: Annotated[
        list[str] | None, typer.Option("--option-a", metavar="NAME=VALUE", help="A USI option for A.")
    ] = None,
    option_b: Annotated[
        list[str] | None, typer.Option("--option-b", metavar="NAME=VALUE", help="A USI option for B.")
    ] = None,
    name_a: Annotated[str | None, typer.Option("--name-a", metavar="NAME", help="What A is called.")] = None,
    name_b: Annotated[str | None, typer.Option("--name-b", metavar="NAME", help="What B is called.")] = None,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(
            "--sprt", metavar="ELO0 ELO1", help="Stop as soon as it is clear which of the two holds."
        ),
    ] = None,
    alpha: Annotated[
        float, typer.Option("--alpha", metavar="CHANCE", help="Of accepting ELO1 wrongly.")
    ] = 0.05,
    beta: Annotated[
        float, typer.Option("--beta", metavar="CHANCE", help="Of accepting ELO0 wrongly.")
    ] = 0.05,
    normalized: Annotated[
        bool, typer.Option("--normalized", help="ELO0 and ELO1 are normalized Elo, not logistic.")
    ] = False,
    openings: options.OPENINGS = None,
    plies: options.PLIES = 24,
    seed: options.SEED = 1,
    impasse: options.IMPASSE = "27-point",
    max_moves: options.MAX_MOVES = 320,
    resign: options.RESIGN = None,
    draw: options.DRAW = None,
    mate: options.MATE = False,
    declare: options.DECLARE = False,
    margin: options.MARGIN = 0,
    stall: options.STALL = 60.0,
    ponder: options.PONDER = False,
    parallel: options.PARALLEL = 0,
    output: options.OUTPUT = None,
    records: options.RECORDS = True,
    cluster: options.CLUSTER = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="A line a game and one for the whole, for programs.")
    ] = False,
) -> None:
    """Two engines play each other: who is the stronger, by how much, and how sure is that?

    Every opening is played twice, with colours changed. With [b]--output[/] a folder keeps all games; the
    same command goes on where it stopped.

    Example: [b]komadai match komadai /opt/YaneuraOu --byoyomi 100 -g 200 -o yaneuraou/[/]

    SPRT: [b]komadai match komadai "/old/komadai usi" --nodes 5000 --sprt 0 5 -g 20000[/]
    """
    from komadai.arena import Match, Settings, Sprt

    common = options.pace(pace, nodes, depth, movetime, byoyomi)
    seats = options.two_seats(
        (first, second), common, (pace_a, pace_b), (option_a or [], option_b or []), (name_a, name_b), cluster
    )
    rules = options.rules(impasse, max_moves, resign, draw, mate, declare, margin, stall, ponder)
    test = None
    if sprt is not None:
        test = Sprt(sprt[0], sprt[1], alpha, beta, "normalized" if normalized else "logistic")
    settings = Settings(
        first=seats[0],
        second=seats[1],
        games=games,
        rules=rules,
        openings=options.openings(openings or [], plies),
        seed=seed,
        sprt=test,
        event=f"{seats[0].program.name} – {seats[1].program.name}",
        records=("csa3", "kif") if output is not None and records else (),
    )
    told = Console(stderr=True)
    with ExitStack() as stack:
        journal = options.journal(stack, output, settings.identity())
        workers = options.workers(list(seats), rules, parallel, cluster)
        stack.callback(workers.close)
        going = Match(settings, workers, journal, output)
        status = _play(going, told, games, as_json)
    facts = match_table.facts(going)
    if as_json:
        print(json.dumps(facts, ensure_ascii=False), flush=True)
    else:
        Console().print(match_table.table(going, final=True))
    if status:
        raise typer.Exit(status)


def _play(going: Match, told: Console, games: int, as_json: bool) -> int:
    """Plays to the end or to Ctrl-C; the exit status."""
    options.say_before(told, going.continued, (games + 1) // 2, len(going.settings.all_openings))
    with ExitStack() as stack:
        if told.is_terminal:
            stack.enter_context(
                Live(console=told, transient=True, get_renderable=lambda: match_table.table(going))
            )
        try:
            for result in going.play():
                with undisturbed():
                    if as_json:
                        print(json.dumps(result.as_dict(), ensure_ascii=False), flush=True)
        except KeyboardInterrupt:
            return _INTERRUPTED
        except OSError as error:
            raise Failure(f"{error.filename or 'a file'}: {error.strerror or error}") from error
    return 0
