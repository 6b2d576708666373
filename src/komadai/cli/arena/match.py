"""``komadai match``: two engines against each other."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.live import Live

from komadai.cli.arena import match_table, options
from komadai.cli.shared.errors import Failure
from komadai.cli.shared.signals import undisturbed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from komadai.arena import EngineSpec, GameSide, Match

_INTERRUPTED = 130
_ENGINE = (
    "[b]komadai[/] (this one), a name from config.toml, or a command with its arguments; options may "
    "follow in braces, a name of its own before it: NAME=COMMAND."
)


@options.with_terms
def match(
    first: Annotated[str, typer.Argument(metavar="A", help=_ENGINE)],
    second: Annotated[str, typer.Argument(metavar="B", help="Its opponent.")],
    terms: options.Terms,
    games: Annotated[
        int,
        typer.Option(
            "--games",
            "-g",
            min=1,
            metavar="NUMBER",
            help="How many at most; two to an opening, so an odd one becomes even.",
        ),
    ] = 100,
    pace_a: Annotated[
        str | None, typer.Option("--time-a", metavar="LIMIT", help="What --time is, for A alone.")
    ] = None,
    pace_b: Annotated[str | None, typer.Option("--time-b", metavar="LIMIT", help="And for B alone.")] = None,
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
) -> None:
    """Two engines play each other: who is the stronger, by how much, and how sure is that?

    Every opening is played twice, with colours changed. With [b]--output[/] a folder keeps all games; the
    same command goes on where it stopped.

    Example: [b]komadai match komadai /opt/YaneuraOu --byoyomi 100 -g 200 -o yaneuraou/[/]

    SPRT: [b]komadai match komadai "/old/komadai usi" --nodes 5000 --sprt 0 5 -g 20000[/]
    """
    from komadai.arena import Match, Settings, Sprt

    seats = _seats(
        terms, (first, second), (pace_a, pace_b), (option_a or [], option_b or []), (name_a, name_b)
    )
    test = None
    if sprt is not None:
        test = Sprt(sprt[0], sprt[1], alpha, beta, "normalized" if normalized else "logistic")
    settings = Settings(
        first=seats[0],
        second=seats[1],
        games=games,
        rules=terms.rules(),
        openings=terms.read_openings(),
        seed=terms.seed,
        sprt=test,
        event=f"{seats[0].program.name} – {seats[1].program.name}",
        records=terms.formats,
    )
    told = Console(stderr=True)
    with ExitStack() as stack:
        journal = terms.journal(stack, settings.identity(), settings.games + settings.games % 2)
        workers = terms.workers(seats, told)
        stack.callback(workers.close)
        going = Match(settings, workers, journal, terms.output)
        status = _play(going, told, games, terms.as_json)
    facts = match_table.facts(going)
    if terms.as_json:
        print(json.dumps(facts, ensure_ascii=False), flush=True)
    else:
        Console().print(match_table.table(going, final=True))
    if status:
        raise typer.Exit(status)


def _seats(
    terms: options.Terms,
    words: tuple[str, str],
    paces: tuple[str | None, str | None],
    settings: tuple[Sequence[str], Sequence[str]],
    names: tuple[str | None, str | None],
) -> tuple[GameSide, GameSide]:
    """The two engines. Raises EngineUsageError."""
    from komadai.arena import GameSide, TimeLimits, read_setting

    common = terms.common_pace()
    programs: list[EngineSpec] = []
    for word, told, name in zip(words, settings, names, strict=True):
        program = terms.program(word).with_options(tuple(map(read_setting, told)))
        programs.append(program.named(name) if name else program)
    if programs[0].name == programs[1].name:
        programs = [
            program.named(f"{program.name} {side}") for program, side in zip(programs, "AB", strict=True)
        ]
    first, second = (
        GameSide(program, TimeLimits.parse(own) if own else common)
        for program, own in zip(programs, paces, strict=True)
    )
    return first, second


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
