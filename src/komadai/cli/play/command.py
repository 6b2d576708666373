"""``komadai play``: a game against an engine, in the terminal."""

from __future__ import annotations

import shlex
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Console

from komadai.cli.play.texts import say
from komadai.cli.shared.errors import Failure
from komadai.cli.shared.language import Language, system_language
from komadai.cli.shared.timed_input import Lines

if TYPE_CHECKING:
    from komadai.engine.protocol.options import OptionValue
    from komadai.play.events import Created


class Side(StrEnum):
    """Which side the person takes."""

    BLACK = "black"
    WHITE = "white"
    FURIGOMA = "furigoma"


class Rule(StrEnum):
    """The keys of komadai.impasse.ImpasseRule, which is too slow to load for the help alone."""

    NONE = "none"
    AGREED = "agreed"
    POINTS_24 = "24-point"
    POINTS_27 = "27-point"
    POINTS_27_PLAIN = "27-plain"
    PROTECTED = "protected"
    ALL_IN = "all-in"
    TRY = "try"
    TRY_ONE_KING = "try-one-king"


def play(
    level: Annotated[
        int | None,
        typer.Option(
            "--level",
            "-l",
            min=1,
            max=15,
            metavar="1–15",
            help="1 (just learnt the moves) to 15 (1 dan); asked if left out.",
        ),
    ] = None,
    side: Annotated[
        Side,
        typer.Option(
            "--side",
            "-s",
            metavar="SIDE",
            help="black (moves first), white, or furigoma: five pawns are thrown for it.",
        ),
    ] = Side.BLACK,
    handicap: Annotated[
        str, typer.Option(metavar="NAME", help="Pieces White plays without: lance, bishop, rook, two-piece …")
    ] = "even",
    clock: Annotated[
        str | None,
        typer.Option(
            metavar="TIME", help="10m (main time), 10m+30s (and byoyomi), 5m+5s/move; none if left out."
        ),
    ] = None,
    sfen: Annotated[str | None, typer.Option(metavar="SFEN", help="Begin from this position.")] = None,
    impasse: Annotated[
        Rule,
        typer.Option(
            metavar="RULE",
            help="The impasse (jishogi) rule: none, agreed, 24-point, 27-point, 27-plain, protected, "
            "all-in, try or try-one-king.",
        ),
    ] = Rule.POINTS_27,
    illegal_loses: Annotated[
        bool, typer.Option("--illegal-loses", help="An illegal move loses at once, as among serious players.")
    ] = False,
    no_take_back: Annotated[bool, typer.Option("--no-take-back", help="No move may be taken back.")] = False,
    engine: Annotated[
        str | None, typer.Option(metavar="COMMAND", help="Play against another USI engine: its program.")
    ] = None,
    letters: Annotated[
        bool, typer.Option("--letters", help="Draw the pieces as letters (K R B G S N L P) instead of kanji.")
    ] = False,
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Keep the game in this file: .kifu, .kif (Shift_JIS), .csa or .usi."
        ),
    ] = None,
    lang: Annotated[
        Language | None, typer.Option(metavar="LANGUAGE", help="en or ja; your system's if left out.")
    ] = None,
) -> None:
    """Play a whole game here in the terminal. Type [b]help[/] in the game to see how moves are written."""
    from komadai.cli.play.save_record import check, save
    from komadai.cli.play.terminal_game import Table

    if record is not None:
        check(record)
    language = lang or system_language()
    console = Console(highlight=False)
    lines = Lines(sys.stdin.fileno())
    if level is None and engine is None:
        level = _ask_level(console, lines, language) if sys.stdin.isatty() else 1
    created = _created(
        side, level, handicap, clock, sfen, impasse, "lose" if illegal_loses else "refuse", not no_take_back
    )
    command = _command(engine)
    options: dict[str, OptionValue] = {} if level is None or engine is not None else {"Level": level}

    from komadai.engine import open as open_engine

    with open_engine(command, options=options) as opponent:
        table = Table(created, opponent, console, lines, language, ours=engine is None, letters=letters)
        try:
            table.run()
        finally:
            if record is not None:
                save(record, table.game, table.names)


def _created(
    side: Side,
    level: int | None,
    handicap: str,
    clock: str | None,
    sfen: str | None,
    impasse: Rule,
    illegal: Literal["refuse", "lose"],
    take_back: bool,
) -> Created:
    from komadai import Board
    from komadai.clock import TimeControl
    from komadai.handicap import Handicap
    from komadai.play.events import ClockSettings, Created, person_against_engine

    start = Handicap.named(handicap)
    if sfen is not None and start.key != "even":
        raise typer.BadParameter("a game begins from a handicap or from an SFEN, not both")
    board = Board(sfen) if sfen is not None else Board.handicap(start)
    if board.outcome() is not None:
        raise typer.BadParameter(f"the game is over in this position: {board.outcome()}", param_hint="--sfen")
    control = None if clock is None or clock == "none" else TimeControl.parse(clock)
    known = Handicap.from_sfen(board.sfen())
    players, colors = person_against_engine(side.value, "komadai", level)
    return Created(
        at=0,
        players=players,
        colors=colors,
        handicap=known.key if known else "even",
        start_sfen=board.sfen(),
        clock=None
        if control is None
        else ClockSettings(
            main_ms=control.main_ms,
            byoyomi_ms=control.byoyomi_ms,
            periods=control.periods,
            increment_ms=control.increment_ms,
        ),
        impasse=impasse.value,
        illegal=illegal,
        take_back=take_back,
    )


def _command(engine: str | None) -> list[str] | None:
    """The words of the engine's command. A program whose path has spaces needs no quotes."""
    if engine is None:
        return None
    if Path(engine).exists():
        return [engine]
    try:
        return shlex.split(engine)
    except ValueError as error:
        raise Failure(f"--engine: {error}: {engine}") from error


def _ask_level(console: Console, lines: Lines, language: Language) -> int:
    while True:
        console.print(say("ask_level", language), end="")
        try:
            answer = (lines.read() or "").strip()
        except EOFError:
            return 1
        if not answer:
            return 1
        if answer.isdecimal() and 1 <= int(answer) <= 15:
            return int(answer)
        console.print(say("not_a_level", language))
