"""What ``komadai match`` and ``komadai tournament`` have in common: options, and what is made of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from komadai.cli.failure import Failure
from komadai.cli.notes import counted
from komadai.errors import RangeError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import ExitStack

    from rich.console import Console

    from komadai.arena import Journal, Opening, Pace, Program, Rules, Seat, Workers

PACE: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--time",
        "-t",
        metavar="LIMIT",
        help="10m+30s, 5m+3s/move, byoyomi=100ms, movetime=1s, nodes=5000, depth=8, or several with commas "
        "between. Without any: byoyomi=1s.",
    ),
]
NODES: TypeAlias = Annotated[
    int | None, typer.Option("--nodes", min=1, metavar="NUMBER", help="So many nodes for each move.")
]
DEPTH: TypeAlias = Annotated[
    int | None, typer.Option("--depth", min=1, metavar="PLIES", help="So deep for each move.")
]
MOVETIME: TypeAlias = Annotated[
    int | None, typer.Option("--movetime", min=1, metavar="MS", help="So many milliseconds for each move.")
]
BYOYOMI: TypeAlias = Annotated[
    int | None,
    typer.Option("--byoyomi", min=1, metavar="MS", help="A clock with so many milliseconds a move."),
]
OPENINGS: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--openings",
        metavar="PATH",
        help="SFENs, USI positions or records instead of Komadai’s own openings.",
    ),
]
PLIES: TypeAlias = Annotated[
    int, typer.Option("--plies", min=0, metavar="NUMBER", help="So many moves of a record are its opening.")
]
SEED: TypeAlias = Annotated[int, typer.Option("--seed", metavar="NUMBER", help="Of the order of openings.")]
IMPASSE: TypeAlias = Annotated[
    str, typer.Option("--impasse", metavar="RULE", help="27-point, 24-point, try, agreed or none.")
]
MAX_MOVES: TypeAlias = Annotated[
    int, typer.Option("--max-moves", min=0, metavar="NUMBER", help="A draw after so many moves; 0: never.")
]
RESIGN: TypeAlias = Annotated[
    tuple[int, int] | None,
    typer.Option(
        "--resign", metavar="COUNT CP", help="Lost when both engines thought so for COUNT moves each."
    ),
]
DRAW: TypeAlias = Annotated[
    tuple[int, int, int] | None,
    typer.Option(
        "--draw",
        metavar="MOVE COUNT CP",
        help="A draw when from MOVE on both thought so for COUNT moves each.",
    ),
]
MATE: TypeAlias = Annotated[
    bool, typer.Option("--mate", help="Over when both engines see the same side mate.")
]
DECLARE: TypeAlias = Annotated[
    bool, typer.Option("--declare", help="Whoever can declare an impasse wins at once, said or not.")
]
MARGIN: TypeAlias = Annotated[
    int, typer.Option("--margin", min=0, metavar="MS", help="A move may come so much too late.")
]
STALL: TypeAlias = Annotated[
    float, typer.Option("--stall", min=0.1, metavar="SECONDS", help="Without a clock: lost after so long.")
]
PONDER: TypeAlias = Annotated[bool, typer.Option("--ponder", help="Engines think on their opponents’ time.")]
PARALLEL: TypeAlias = Annotated[
    int,
    typer.Option(
        "--parallel", "-j", min=0, metavar="GAMES", help="Games at a time; 0: as many as there are cores for."
    ),
]
OUTPUT: TypeAlias = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FOLDER", help="Keep all here; the same command goes on from it."),
]
RECORDS: TypeAlias = Annotated[
    bool, typer.Option("--records/--no-records", help="Whether each game is saved as CSA and KIF, too.")
]
CLUSTER: TypeAlias = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="Play on a Ray cluster: auto, local or its address."),
]

DEFAULT_PACE = "byoyomi=1s"


def pace(
    text: str | None, nodes: int | None, depth: int | None, movetime: int | None, byoyomi: int | None
) -> Pace:
    """The limits that these options say together. Raises EngineUsageError."""
    from komadai.arena import Pace

    parts = [text] if text else []
    for name, value, unit in (
        ("nodes", nodes, ""),
        ("depth", depth, ""),
        ("movetime", movetime, "ms"),
        ("byoyomi", byoyomi, "ms"),
    ):
        if value is not None:
            parts.append(f"{name}={value}{unit}")
    return Pace.parse(",".join(parts or [DEFAULT_PACE]))


def known_programs() -> dict[str, Program]:
    """The engines that config.toml names."""
    from komadai.arena import Program
    from komadai.server.settings import OUR_ENGINE, default_config_file, load_config

    engines, _ = load_config(default_config_file())
    return {
        each.name: Program(each.name, each.command, each.options)
        for each in engines
        if each.name != OUR_ENGINE
    }


def two_seats(
    words: tuple[str, str],
    common: Pace,
    paces: tuple[str | None, str | None],
    settings: tuple[Sequence[str], Sequence[str]],
    names: tuple[str | None, str | None],
    cluster: str | None,
) -> tuple[Seat, Seat]:
    """The two engines of a match. Raises EngineUsageError."""
    from komadai.arena import Pace, Seat, read_program, read_setting

    known = known_programs()
    programs: list[Program] = []
    for word, told, name in zip(words, settings, names, strict=True):
        program = read_program(word, known, elsewhere=cluster is not None)
        program = program.with_options(tuple(map(read_setting, told)))
        programs.append(program.named(name) if name else program)
    if programs[0].name == programs[1].name:
        programs = [
            program.named(f"{program.name} {side}") for program, side in zip(programs, "AB", strict=True)
        ]
    first, second = (
        Seat(program, Pace.parse(own) if own else common)
        for program, own in zip(programs, paces, strict=True)
    )
    return first, second


def rules(
    impasse: str,
    max_moves: int,
    resign: tuple[int, int] | None,
    draw: tuple[int, int, int] | None,
    mate: bool,
    declare: bool,
    margin: int,
    stall: float,
    ponder: bool,
) -> Rules:
    """What games are played by. Raises RangeError."""
    from komadai import ImpasseRule
    from komadai.arena import Rules

    if impasse not in list(ImpasseRule):
        raise RangeError(f"--impasse: expected one of {', '.join(ImpasseRule)}, got {impasse!r}")
    if any(number < 0 for number in (*(resign or ()), *(draw or ()))):
        raise RangeError("--resign, --draw: expected numbers of 0 or more")
    return Rules(
        ImpasseRule(impasse),
        max_moves,
        margin,
        resign_count=resign[0] if resign else 0,
        resign_cp=resign[1] if resign else 0,
        draw_from=draw[0] if draw else 0,
        draw_count=draw[1] if draw else 0,
        draw_cp=draw[2] if draw else 0,
        mate=mate,
        declare=declare,
        stall_ms=round(stall * 1000),
        ponder=ponder,
    )


def openings(paths: Sequence[str], plies: int) -> tuple[Opening, ...]:
    """The openings of these files; none: Komadai's own. Raises Failure, RecordError."""
    from komadai.arena import read_openings

    if not paths:
        return ()
    try:
        return read_openings(paths, plies)
    except OSError as error:
        raise Failure(f"{error.filename}: {error.strerror or error}") from error


def journal(stack: ExitStack, folder: Path | None, identity: dict[str, Any]) -> Journal | None:
    """The journal in this folder, closed with the stack. Raises Failure, JournalError."""

    from komadai.arena import Journal

    if folder is None:
        return None
    try:
        return stack.enter_context(Journal(folder / "games.jsonl", identity))
    except OSError as error:
        raise Failure(f"{folder}: {error.strerror or error}") from error


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


def workers(seats: Sequence[Seat], rules: Rules, parallel: int, cluster: str | None) -> Workers:
    """The workers; unless told otherwise, as many as their engines' threads leave room for."""
    from komadai.arena import LocalWorkers, cores
    from komadai.arena.cluster import Cluster
    from komadai.arena.program import inspect

    machines = None if cluster is None else Cluster(cluster)
    ask = inspect if machines is None else machines.inspect
    threads = [ask(program).threads for program in dict.fromkeys(seat.program for seat in seats)]
    # Only one side thinks at a time, unless the other ponders.
    each = sum(sorted(threads)[-2:]) if rules.ponder else max(threads)
    if machines is None:
        return LocalWorkers(parallel or max(1, cores() // each))
    return machines.workers(parallel or max(1, machines.cores // each), each)
