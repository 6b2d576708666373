"""``komadai play``: a game against an engine, in the terminal."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Console

from komadai.cli.play.texts import text_for
from komadai.cli.shared.console import output_console
from komadai.cli.shared.engine import command_words
from komadai.cli.shared.language import Language, current_language, japanese_help, localized
from komadai.cli.shared.options import option
from komadai.cli.shared.timed_input import Lines

if TYPE_CHECKING:
    from komadai.play.events import Created

_QUIT_SECONDS = 2.0
"""The time an engine has for ``quit`` before it is ended."""


class Side(StrEnum):
    """The side of the person."""

    BLACK = "black"
    WHITE = "white"
    FURIGOMA = "furigoma"


class Rule(StrEnum):
    """The keys of komadai.impasse.ImpasseRule. A copy, because importing that makes the help slow."""

    NONE = "none"
    AGREED = "agreed"
    POINTS_24 = "24-point"
    POINTS_27 = "27-point"
    POINTS_27_PLAIN = "27-plain"
    PROTECTED = "protected"
    ALL_IN = "all-in"
    TRY = "try"
    TRY_ONE_KING = "try-one-king"


@japanese_help("")
def play(
    level: Annotated[
        int | None,
        option(
            "The level of Komadai, from 1 (has just learnt the moves) to 15 (1 dan). Asked for if left out.",
            "Komadai の強さ。1（覚えたて）〜15（初段）。省略時は尋ねる。",
            "--level",
            "-l",
            min=1,
            max=15,
            metavar="1–15",
        ),
    ] = None,
    side: Annotated[
        Side,
        option(
            "Your side: black (moves first), white, or furigoma (decided by a toss of five pawns).",
            "あなたの手番：black（先手）、white（後手）、furigoma（振り駒）。",
            "--side",
            "-s",
            metavar="SIDE",
        ),
    ] = Side.BLACK,
    handicap: Annotated[
        str,
        option(
            "The handicap, given by White: lance, bishop, rook, two-piece …",
            "駒落ち（上手が落とす駒）：lance、bishop、rook、two-piece など。",
            metavar="NAME",
        ),
    ] = "even",
    clock: Annotated[
        str | None,
        option(
            "The clock: 10m (main time), 10m+30s (with byoyomi), 5m+5s/move. No clock if left out.",
            "持ち時間：10m、10m+30s（秒読み付き）、5m+5s/move（フィッシャー：1手ごとに加算）。省略時はなし。",
            metavar="TIME",
        ),
    ] = None,
    sfen: Annotated[
        str | None,
        option(
            "The start position: an SFEN or a USI position with moves.",
            "開始局面：SFEN、または指し手の付いた USI の position。",
            metavar="SFEN",
        ),
    ] = None,
    impasse: Annotated[
        Rule,
        option(
            "The impasse (jishogi) rule: none, agreed, 24-point, 27-point, 27-plain, protected, "
            "all-in, try or try-one-king.",
            "持将棋の規則：none、agreed、24-point、27-point、27-plain、protected、all-in、try、try-one-king。",
            metavar="RULE",
        ),
    ] = Rule.POINTS_27,
    illegal_loses: Annotated[
        bool,
        option(
            "An illegal move loses the game at once. Without this it is refused.",
            "反則手を指すと負け。省略時は指せないだけ。",
            "--illegal-loses",
        ),
    ] = False,
    no_take_back: Annotated[
        bool, option("Moves cannot be taken back.", "待ったなし。", "--no-take-back")
    ] = False,
    engine: Annotated[
        str | None,
        option(
            "The command of a USI engine to play against.",
            "対局相手の USI エンジンのコマンド。",
            metavar="COMMAND",
        ),
    ] = None,
    variant: Annotated[
        str | None,
        option(
            "Play a variant: minishogi, chu … (komadai variants list), or a definition file.",
            "変則将棋を指す：minishogi、chu など（komadai variants list）か、定義ファイル。",
            metavar="NAME",
        ),
    ] = None,
    two: Annotated[
        bool,
        option("Two people at one board; only with --variant.", "二人で指す（--variant と併用）。", "--two"),
    ] = False,
    letters: Annotated[
        bool,
        option(
            "Draw the pieces as letters (K R B G S N L P) instead of kanji.",
            "駒を漢字でなく英字（K R B G S N L P）で描く。",
            "--letters",
        ),
    ] = False,
    no_beep: Annotated[
        bool, option("Do not beep in the last ten seconds.", "残り10秒からの音を鳴らさない。", "--no-beep")
    ] = False,
    record: Annotated[
        Path | None,
        option(
            "Save the game in this file: .kifu, .kif (Shift_JIS), .csa or .usi; of a variant also .txt.",
            "棋譜をこのファイルに保存する：.kifu、.kif（Shift_JIS）、.csa、.usi。変則将棋は .txt も。",
            metavar="FILE",
        ),
    ] = None,
) -> None:
    """Type [b]help[/] in the game to see how moves are written."""
    from komadai.cli.play.save_record import check, save
    from komadai.cli.play.terminal_game import TerminalGame

    if record is not None:
        check(record, of_variant=variant is not None)
    language = current_language()
    console = output_console()
    lines = Lines(sys.stdin.fileno())
    if variant is not None:
        _play_variant(variant, sfen, level, side, two, console, lines, language, record)
        return
    if two:
        raise typer.BadParameter(localized("expected --variant", "--variant が必要です"), param_hint="--two")
    if level is None and engine is None:
        level = _ask_level(console, lines, language) if sys.stdin.isatty() else 1
    created = _created(
        side, level, handicap, clock, sfen, impasse, "lose" if illegal_loses else "refuse", not no_take_back
    )
    command = command_words(engine)

    import asyncio

    from komadai.engine.client.supervised import SupervisedEngine
    from komadai.engine.program import OURS, EngineProgram, EngineRules

    program = OURS if command is None else EngineProgram(command[0], tuple(command))
    opponent = SupervisedEngine(program, EngineRules())
    with asyncio.Runner() as runner:
        try:
            runner.run(opponent.start())
            game = TerminalGame(
                created,
                opponent,
                runner,
                console,
                lines,
                language,
                ours=engine is None,
                letters=letters,
                beeps=not no_beep,
            )
            try:
                game.run()
            finally:
                if record is not None:
                    save(record, game.game, game.names)
        finally:
            runner.run(opponent.close(_QUIT_SECONDS))


def _play_variant(
    name: str,
    sfen: str | None,
    level: int | None,
    side: Side,
    two: bool,
    console: Console,
    lines: Lines,
    language: Language,
    record: Path | None,
) -> None:
    import random
    from datetime import datetime

    from komadai.cli.play.save_record import save_variant
    from komadai.cli.play.variant_game import TerminalVariantGame
    from komadai.cli.shared.variant_name import variant_named
    from komadai.enums import Color
    from komadai.variants import Board

    board, started = Board(variant_named(name), sfen), datetime.now()
    human = Color.BLACK if side is Side.BLACK else Color.WHITE
    if side is Side.FURIGOMA:
        human = random.choice((Color.BLACK, Color.WHITE))
    if not two and level is None:
        level = _ask_level(console, lines, language) if sys.stdin.isatty() else 1
    names = ("", "")
    if not two:
        engine, person = f"Komadai {level}", text_for("you", language)
        names = (person, engine) if human is Color.BLACK else (engine, person)
    game = TerminalVariantGame(board, None if two else level, None if two else human, console, lines)
    try:
        game.run()
    finally:
        if record is not None:
            save_variant(record, game, names, started)


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
        raise typer.BadParameter(
            localized("expected --handicap or --sfen, not both", "--handicap と --sfen は一緒に使えません")
        )
    board = Board(sfen) if sfen is not None else Board.handicap(start)
    if board.outcome() is not None:
        raise typer.BadParameter(
            localized(
                f"the game is over in this position: {board.outcome()}", "この局面では既に終局しています"
            ),
            param_hint="--sfen",
        )
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


def _ask_level(console: Console, lines: Lines, language: Language) -> int:
    while True:
        console.print(text_for("ask_level", language), end="")
        try:
            answer = (lines.read() or "").strip()
        except EOFError:
            return 1
        if not answer:
            return 1
        if answer.isdecimal() and 1 <= int(answer) <= 15:
            return int(answer)
        console.print(text_for("not_a_level", language))
