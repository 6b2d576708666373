"""``komadai match``: two engines against each other."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.live import Live

from komadai.cli.arena import match_table, options
from komadai.cli.shared.console import error_console, output_console, print_json
from komadai.cli.shared.errors import Failure, error_text
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.signals import undisturbed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from komadai.arena import EngineSpec, GameSide, Match

_INTERRUPTED = 130
_ENGINE = localized(
    "[b]komadai[/] (this engine), a name from config.toml, or a command with arguments. USI options may "
    "follow in braces; a name may come first: NAME=COMMAND.",
    "[b]komadai[/]（このエンジン）、config.toml にある名前、または引数付きのコマンド。"
    "後ろの波括弧に USI オプション、前に名前を付けられる：名前=コマンド。",
)


@japanese_help("""各開始局面を先後入れ替えて2局ずつ指す。
    [b]--output[/] のフォルダに全対局を保存し、同じコマンドで続きから再開する。

    例：[b]komadai match komadai /opt/YaneuraOu --byoyomi 100 -g 200 -o yaneuraou/[/]

    SPRT：[b]komadai match komadai "/old/komadai usi" --nodes 5000 --sprt 0 5 -g 20000[/]""")
@options.with_terms
def match(
    first: Annotated[str, typer.Argument(metavar="A", help=_ENGINE)],
    second: Annotated[
        str,
        typer.Argument(
            metavar="B",
            help=localized("The opponent of A, named in the same ways.", "A の相手。書き方は A と同じ。"),
        ),
    ],
    terms: options.Terms,
    games: Annotated[
        int,
        typer.Option(
            "--games",
            "-g",
            min=1,
            metavar="NUMBER",
            help=localized(
                "The maximum number of games. Each opening is played twice, so an odd number is rounded up.",
                "対局数の上限。一つの開始局面を先後入れ替えて2局指すので、奇数は切り上げる。",
            ),
        ),
    ] = 100,
    pace_a: Annotated[
        str | None,
        typer.Option(
            "--time-a",
            metavar="LIMIT",
            help=localized(
                "The time limit of A, instead of --time.", "A だけの持ち時間（--time の代わり）。"
            ),
        ),
    ] = None,
    pace_b: Annotated[
        str | None,
        typer.Option(
            "--time-b",
            metavar="LIMIT",
            help=localized(
                "The time limit of B, instead of --time.", "B だけの持ち時間（--time の代わり）。"
            ),
        ),
    ] = None,
    option_a: Annotated[
        list[str] | None,
        typer.Option(
            "--option-a",
            metavar="NAME=VALUE",
            help=localized("Set a USI option of A.", "A の USI オプション。"),
        ),
    ] = None,
    option_b: Annotated[
        list[str] | None,
        typer.Option(
            "--option-b",
            metavar="NAME=VALUE",
            help=localized("Set a USI option of B.", "B の USI オプション。"),
        ),
    ] = None,
    name_a: Annotated[
        str | None, typer.Option("--name-a", metavar="NAME", help=localized("The name of A.", "A の名前。"))
    ] = None,
    name_b: Annotated[
        str | None, typer.Option("--name-b", metavar="NAME", help=localized("The name of B.", "B の名前。"))
    ] = None,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(
            "--sprt",
            metavar="ELO0 ELO1",
            help=localized(
                "Run a sequential probability ratio test: stop once ELO0 or ELO1 is accepted.",
                "逐次確率比検定を行い、ELO0 か ELO1 が採択されたら終了する。",
            ),
        ),
    ] = None,
    alpha: Annotated[
        float,
        typer.Option(
            "--alpha",
            metavar="CHANCE",
            help=localized(
                "The probability of accepting ELO1 although ELO0 holds.",
                "ELO0 が正しいのに ELO1 を採択する確率。",
            ),
        ),
    ] = 0.05,
    beta: Annotated[
        float,
        typer.Option(
            "--beta",
            metavar="CHANCE",
            help=localized(
                "The probability of accepting ELO0 although ELO1 holds.",
                "ELO1 が正しいのに ELO0 を採択する確率。",
            ),
        ),
    ] = 0.05,
    normalized: Annotated[
        bool,
        typer.Option(
            "--normalized",
            help=localized(
                "ELO0 and ELO1 are normalized Elo, not logistic.",
                "ELO0 と ELO1 を正規化 Elo とする（省略時はロジスティック）。",
            ),
        ),
    ] = False,
) -> None:
    """Every opening is played twice, with colours changed. With [b]--output[/] a folder keeps all games; the
    same command continues an interrupted match.

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
    stderr = error_console()
    with ExitStack() as stack:
        journal = terms.journal(stack, settings.identity(), settings.games + settings.games % 2)
        workers = terms.workers(seats, stderr)
        stack.callback(workers.close)
        going = Match(settings, workers, journal, terms.output)
        status = _play(going, stderr, games, terms.as_json)
    facts = match_table.facts(going)
    if terms.as_json:
        print_json(facts)
    else:
        output_console().print(match_table.table(going, final=True))
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
    for word, option_texts, name in zip(words, settings, names, strict=True):
        program = terms.program(word).with_options(tuple(map(read_setting, option_texts)))
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


def _play(going: Match, stderr: Console, games: int, as_json: bool) -> int:
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
