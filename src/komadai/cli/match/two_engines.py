"""A match of two engines: its estimate of the difference, or a sequential test."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Console
from rich.live import Live

from komadai.cli.match import match_table, options
from komadai.cli.shared.console import error_console, output_console, print_json
from komadai.cli.shared.errors import Failure, error_text
from komadai.cli.shared.language import localized
from komadai.cli.shared.signals import undisturbed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from komadai.match import EngineSpec, GameSide, Match

_INTERRUPTED = 130


@dataclass(frozen=True, kw_only=True)
class Sides:
    """The settings that only one of the two engines has: for A, for B."""

    paces: tuple[str | None, str | None]
    settings: tuple[Sequence[str], Sequence[str]]
    names: tuple[str | None, str | None]


@dataclass(frozen=True, kw_only=True)
class Test:
    """The sequential test that may end the match early."""

    elo: tuple[float, float]
    alpha: float
    beta: float
    normalized: bool


def play(words: tuple[str, str], terms: options.Terms, games: int, sides: Sides, test: Test | None) -> int:
    """Plays the match, prints its table, and returns the exit status."""
    from komadai.match import Match, Settings, Sprt

    seats = _seats(terms, words, sides)
    sprt = None
    if test is not None:
        sprt = Sprt(*test.elo, test.alpha, test.beta, "normalized" if test.normalized else "logistic")
    settings = Settings(
        first=seats[0],
        second=seats[1],
        games=games,
        rules=terms.rules(),
        openings=terms.read_openings(),
        seed=terms.seed,
        sprt=sprt,
        event=f"{seats[0].program.name} – {seats[1].program.name}",
        records=terms.formats,
    )
    stderr = error_console()
    with ExitStack() as stack:
        journal = terms.journal(stack, settings.identity(), settings.games + settings.games % 2)
        workers = terms.workers(seats, stderr)
        stack.callback(workers.close)
        going = Match(settings, workers, journal, terms.output)
        status = _games(going, stderr, games, terms.as_json)
    facts = match_table.facts(going)
    if terms.as_json:
        print_json(facts)
    else:
        output_console().print(match_table.table(going, final=True))
    return status


def _seats(terms: options.Terms, words: tuple[str, str], sides: Sides) -> tuple[GameSide, GameSide]:
    """The two engines. Raises EngineUsageError."""
    from komadai.match import GameSide, TimeLimits, read_setting

    common = terms.common_pace()
    programs: list[EngineSpec] = []
    for word, option_texts, name in zip(words, sides.settings, sides.names, strict=True):
        program = terms.program(word).with_options(tuple(map(read_setting, option_texts)))
        programs.append(program.named(name) if name else program)
    if programs[0].name == programs[1].name:
        programs = [
            program.named(f"{program.name} {side}") for program, side in zip(programs, "AB", strict=True)
        ]
    first, second = (
        GameSide(program, TimeLimits.parse(own) if own else common)
        for program, own in zip(programs, sides.paces, strict=True)
    )
    return first, second


def _games(going: Match, stderr: Console, games: int, as_json: bool) -> int:
    """Plays to the end or to Ctrl-C; the exit status."""
    options.print_start_notes(stderr, going.continued, (games + 1) // 2, len(going.settings.all_openings))
    with ExitStack() as stack:
        if stderr.is_terminal:
            stack.enter_context(
                Live(console=stderr, transient=True, get_renderable=lambda: match_table.table(going))
            )
        try:
            for result in going.play():
                with undisturbed():
                    if as_json:
                        print_json(result.as_dict())
        except KeyboardInterrupt:
            return _INTERRUPTED
        except OSError as error:
            raise Failure(
                f"{error.filename or localized('a file', 'ファイル')}: {error_text(error)}"
            ) from error
    return 0
