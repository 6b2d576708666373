"""What ``komadai match`` and ``komadai tournament`` have in common: options, and what is made of them."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from komadai.cli.shared.errors import Failure
from komadai.cli.shared.messages import counted
from komadai.errors import RangeError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import ExitStack

    from rich.console import Console

    from komadai.arena import Journal, Opening, Pace, Program, Rules, Seat, Workers

DEFAULT_PACE = "byoyomi=1s"
_LONGEST_STALL = 86_400.0
"""Seconds: a day."""


@dataclass(frozen=True, kw_only=True)
class Terms:
    """The options: how long engines think, by which rules they play, where games are played and kept."""

    pace: Annotated[
        str | None,
        typer.Option(
            "--time",
            "-t",
            metavar="LIMIT",
            help="10m+30s, 5m+3s/move, byoyomi=100ms, movetime=1s, nodes=5000, depth=8, or several with "
            "commas between; a time with ,stop for an engine that must be told when it is over. "
            "Without any: byoyomi=1s.",
        ),
    ] = None
    nodes: Annotated[
        int | None, typer.Option("--nodes", min=1, metavar="NUMBER", help="So many nodes for each move.")
    ] = None
    depth: Annotated[
        int | None, typer.Option("--depth", min=1, metavar="PLIES", help="So deep for each move.")
    ] = None
    movetime: Annotated[
        int | None,
        typer.Option("--movetime", min=1, metavar="MS", help="So many milliseconds for each move."),
    ] = None
    byoyomi: Annotated[
        int | None,
        typer.Option("--byoyomi", min=1, metavar="MS", help="A clock with so many milliseconds a move."),
    ] = None
    openings: Annotated[
        list[str] | None,
        typer.Option(
            "--openings",
            metavar="PATH",
            help="SFENs, USI positions or records instead of Komadai’s own openings.",
        ),
    ] = None
    plies: Annotated[
        int,
        typer.Option("--plies", min=0, metavar="NUMBER", help="So many moves of a record are its opening."),
    ] = 24
    seed: Annotated[int, typer.Option("--seed", metavar="NUMBER", help="Of the order of openings.")] = 1
    impasse: Annotated[
        str,
        typer.Option(
            "--impasse",
            metavar="RULE",
            help="27-point, 24-point, try, try-one-king, agreed, 27-plain, protected, all-in or none.",
        ),
    ] = "27-point"
    max_moves: Annotated[
        int,
        typer.Option("--max-moves", min=0, metavar="NUMBER", help="A draw after so many moves; 0: never."),
    ] = 320
    resign: Annotated[
        tuple[int, int] | None,
        typer.Option(
            "--resign", metavar="COUNT CP", help="Lost when both engines thought so for COUNT moves each."
        ),
    ] = None
    draw: Annotated[
        tuple[int, int, int] | None,
        typer.Option(
            "--draw",
            metavar="MOVE COUNT CP",
            help="A draw when from MOVE on both thought so for COUNT moves each.",
        ),
    ] = None
    mate: Annotated[bool, typer.Option("--mate", help="Over when both engines see the same side mate.")] = (
        False
    )
    declare: Annotated[
        bool, typer.Option("--declare", help="Whoever can declare an impasse wins at once, said or not.")
    ] = False
    margin: Annotated[
        int, typer.Option("--margin", min=0, metavar="MS", help="A move may come so much too late.")
    ] = 0
    stall: Annotated[
        float,
        typer.Option("--stall", min=0.1, metavar="SECONDS", help="Without a clock: lost after so long."),
    ] = 60.0
    ponder: Annotated[bool, typer.Option("--ponder", help="Engines think on their opponents’ time.")] = False
    parallel: Annotated[
        int,
        typer.Option(
            "--parallel",
            "-j",
            min=0,
            metavar="GAMES",
            help="Games at a time; 0: as many as there are cores for.",
        ),
    ] = 0
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FOLDER", help="Keep all here; the same command goes on from it."
        ),
    ] = None
    records: Annotated[
        bool,
        typer.Option("--records/--no-records", help="Whether each game is saved as CSA and KIF, too."),
    ] = True
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster", metavar="ADDRESS", help="Play on a Ray cluster: auto, local or its address."
        ),
    ] = None
    as_json: Annotated[
        bool, typer.Option("--json", help="A line a game and one for the whole, for programs.")
    ] = False

    def common_pace(self) -> Pace:
        """The limits that the options say together. Raises EngineUsageError."""
        from komadai.arena import Pace

        parts = [self.pace] if self.pace else []
        for name, value, unit in (
            ("nodes", self.nodes, ""),
            ("depth", self.depth, ""),
            ("movetime", self.movetime, "ms"),
            ("byoyomi", self.byoyomi, "ms"),
        ):
            if value is not None:
                parts.append(f"{name}={value}{unit}")
        return Pace.parse(",".join(parts or [DEFAULT_PACE]))

    def program(self, text: str) -> Program:
        """An engine as the command line names it. Raises EngineUsageError."""
        from komadai.arena import read_program

        return read_program(text, _known_programs(), elsewhere=self.cluster is not None)

    def rules(self) -> Rules:
        """What games are played by. Raises RangeError."""
        from komadai import ImpasseRule
        from komadai.arena import Rules

        resign, draw = self.resign or (0, 0), self.draw or (0, 0, 0)
        if self.impasse not in list(ImpasseRule):
            raise RangeError(f"--impasse: expected one of {', '.join(ImpasseRule)}, got {self.impasse!r}")
        if any(number < 0 for number in (*resign, *draw)):
            raise RangeError("--resign, --draw: expected numbers of 0 or more")
        if resign[0] and not resign[1]:
            # Whoever thinks it even would have lost.
            raise RangeError("--resign: expected 1 centipawn or more, got 0")
        if not self.stall <= _LONGEST_STALL:
            raise RangeError(f"--stall: expected 0.1 to {_LONGEST_STALL:g} seconds, got {self.stall:g}")
        return Rules(
            ImpasseRule(self.impasse),
            self.max_moves,
            self.margin,
            resign_count=resign[0],
            resign_cp=resign[1],
            draw_from=draw[0],
            draw_count=draw[1],
            draw_cp=draw[2],
            mate=self.mate,
            declare=self.declare,
            stall_ms=round(self.stall * 1000),
            ponder=self.ponder,
        )

    def read_openings(self) -> tuple[Opening, ...]:
        """The openings of the files named; none: Komadai's own. Raises Failure, RecordError."""
        from komadai.arena import read_openings

        if not self.openings:
            return ()
        try:
            return read_openings(self.openings, self.plies)
        except OSError as error:
            raise Failure(f"{error.filename}: {error.strerror or error}") from error

    @property
    def formats(self) -> tuple[str, ...]:
        """In which each game is saved."""
        return ("csa3", "kif") if self.output is not None and self.records else ()

    def journal(self, stack: ExitStack, identity: dict[str, Any], games: int) -> Journal | None:
        """The journal of so many games in the folder, closed with the stack. Raises Failure, JournalError."""
        from komadai.arena import Journal

        if self.output is None:
            return None
        try:
            return stack.enter_context(Journal(self.output / "games.jsonl", identity, games))
        except OSError as error:
            raise Failure(f"{self.output}: {error.strerror or error}") from error

    def workers(self, seats: Sequence[Seat], told: Console) -> Workers:
        """The workers; unless told otherwise, as many as engines and the arena itself leave room for."""
        from komadai.arena import LocalWorkers, Need, cores, program
        from komadai.arena.cluster import Cluster

        machines = None if self.cluster is None else Cluster(self.cluster)
        ask = program.inspect if machines is None else machines.inspect
        threads = [ask(each).threads for each in dict.fromkeys(seat.program for seat in seats)]
        # Only one side thinks at a time, unless the other ponders.
        each = sum(sorted(threads)[-2:]) if self.ponder else max(threads)
        paces = [pace for seat in seats if (pace := seat.pace.move_ms) is not None]
        need = Need(each, min(paces, default=None))
        there = cores() if machines is None else machines.cores
        places = self.parallel or need.places(there)
        if not need.is_met(there, places):
            told.print(
                f"{counted(places, 'game')} at a time on {counted(there, 'core')}: "
                "there is not room for all, and engines may be kept waiting",
                highlight=False,
            )
        return LocalWorkers(places) if machines is None else machines.workers(places, each)


def with_terms(command: Callable[..., None]) -> Callable[..., None]:
    """The same command with the options of Terms behind its own; it gets them as one value, ``terms``."""
    own = inspect.signature(command, eval_str=True).parameters.values()
    types = get_type_hints(Terms, include_extras=True)
    parameters = [each for each in own if each.name != "terms"] + [
        inspect.Parameter(
            each.name, inspect.Parameter.KEYWORD_ONLY, default=each.default, annotation=types[each.name]
        )
        for each in fields(Terms)
    ]

    def given(**values: Any) -> None:
        terms = Terms(**{each.name: values.pop(each.name) for each in fields(Terms)})
        command(**values, terms=terms)

    given.__doc__ = command.__doc__
    given.__name__ = command.__name__
    given.__annotations__ = {each.name: each.annotation for each in parameters}
    given.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return given


def _known_programs() -> dict[str, Program]:
    """The engines that config.toml names."""
    from komadai.arena import Program
    from komadai.engine.config import default_config_file, load_config
    from komadai.engine.program import OUR_ENGINE

    engines, _ = load_config(default_config_file())
    return {
        each.name: Program(each.name, each.command, each.options)
        for each in engines
        if each.name != OUR_ENGINE
    }


def say_before(told: Console, continued: int, pairs: int, known: int) -> None:
    """What there is to know when a match begins."""
    if continued:
        told.print(f"{counted(continued, 'game')} played before", highlight=False)
    if pairs > known:
        told.print(
            f"{counted(known, 'opening')} for {counted(pairs, 'pair')}: they come again, and engines that "
            "leave nothing to chance play the same games again",
            highlight=False,
        )
