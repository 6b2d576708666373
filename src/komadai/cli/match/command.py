"""``komadai match``: two engines, or several with a rating list."""

from __future__ import annotations

import inspect
import sys
from typing import Annotated, Any

import typer

from komadai.cli.match import options, rating_list, two_engines
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.options import option, with_groups

GAMES = 100
ROUNDS = 10
_ENGINES = localized(
    "Each is [b]komadai[/] (this engine), a name from config.toml, or a command with arguments. USI "
    "options may follow in braces: [b]'komadai {Level=3}'[/]. A name may come first: NAME=COMMAND. The first "
    "two are A and B.",
    "[b]komadai[/]（このエンジン）、config.toml にある名前、または引数付きのコマンド。後ろの波括弧に USI "
    "オプション：[b]'komadai {Level=3}'[/]、前に名前を付けられる：名前=コマンド。最初の二つが A と B。",
)


@japanese_help("""各開始局面を先後入れ替えて2局ずつ指す。
    [b]--output[/] のフォルダに全対局を保存し、同じコマンドで続きから再開する。

    三つ以上のエンジンは総当たり（[b]--gauntlet[/] では一部がほかの全員と対局）で、レーティング表を作る。

    例：[b]komadai match komadai /opt/YaneuraOu --byoyomi 100 -g 200 -o yaneuraou/[/]

    SPRT：[b]komadai match komadai "/old/komadai usi" --nodes 5000 --sprt 0 5 -g 20000[/]

    レーティング表：[b]komadai match 'komadai {Level=8}' 'komadai {Level=9}' fairy-stockfish
    --nodes 5000[/]""")
@with_groups
def match(
    engines: Annotated[list[str], typer.Argument(metavar="ENGINES...", help=_ENGINES)],
    terms: options.Terms,
    games: Annotated[
        int | None,
        option(
            "The maximum number of games of two engines. Each opening is played twice, so an odd number "
            "is rounded up. 100 if left out.",
            "2者の対局数の上限。一つの開始局面を先後入れ替えて2局指すので、奇数は切り上げる。省略時は100。",
            "--games",
            "-g",
            min=1,
        ),
    ] = None,
    pace_a: Annotated[
        str | None,
        option(
            "The time limit of A, instead of --time.",
            "A だけの持ち時間（--time の代わり）。",
            "--time-a",
            metavar="LIMIT",
        ),
    ] = None,
    pace_b: Annotated[
        str | None,
        option(
            "The time limit of B, instead of --time.",
            "B だけの持ち時間（--time の代わり）。",
            "--time-b",
            metavar="LIMIT",
        ),
    ] = None,
    option_a: Annotated[
        list[str] | None,
        option("Set a USI option of A.", "A の USI オプション。", "--option-a", metavar="NAME=VALUE"),
    ] = None,
    option_b: Annotated[
        list[str] | None,
        option("Set a USI option of B.", "B の USI オプション。", "--option-b", metavar="NAME=VALUE"),
    ] = None,
    name_a: Annotated[str | None, option("The name of A.", "A の名前。", "--name-a", metavar="NAME")] = None,
    name_b: Annotated[str | None, option("The name of B.", "B の名前。", "--name-b", metavar="NAME")] = None,
    sprt: Annotated[
        tuple[float, float] | None,
        option(
            "Run a sequential probability ratio test: stop once ELO0 or ELO1 is accepted.",
            "逐次確率比検定を行い、ELO0 か ELO1 が採択されたら終了する。",
            "--sprt",
            metavar="ELO0 ELO1",
        ),
    ] = None,
    alpha: Annotated[
        float,
        option(
            "The probability of accepting ELO1 although ELO0 holds.",
            "ELO0 が正しいのに ELO1 を採択する確率。",
            "--alpha",
            metavar="CHANCE",
        ),
    ] = 0.05,
    beta: Annotated[
        float,
        option(
            "The probability of accepting ELO0 although ELO1 holds.",
            "ELO1 が正しいのに ELO0 を採択する確率。",
            "--beta",
            metavar="CHANCE",
        ),
    ] = 0.05,
    normalized: Annotated[
        bool,
        option(
            "ELO0 and ELO1 are normalized Elo, not logistic.",
            "ELO0 と ELO1 を正規化 Elo とする（省略時はロジスティック）。",
            "--normalized",
        ),
    ] = False,
    rounds: Annotated[
        int | None,
        option(
            "The number of rounds of a rating list; in each, any two engines that meet play two games. "
            "10 if left out.",
            "レーティング表を作るときの巡の数。一巡で各組が2局ずつ指す。省略時は10。",
            "--rounds",
            "-r",
            min=1,
        ),
    ] = None,
    gauntlet: Annotated[
        int,
        option(
            "Only the first NUMBER engines play against the others (a gauntlet).",
            "最初の NUMBER 個のエンジンだけが、ほかの全員と対局する。",
            "--gauntlet",
            min=0,
        ),
    ] = 0,
    neighbours: Annotated[
        int,
        option(
            "Engines are listed by strength, and each plays only against the next NUMBER ones.",
            "強さ順に並べたエンジンが、それぞれ後ろの NUMBER 個とだけ対局する。",
            "--neighbours",
            min=0,
        ),
    ] = 0,
    anchor: Annotated[
        list[str] | None,
        option(
            "A known rating. Without one, the average is 0.",
            "既知のレーティング。なければ平均を0とする。",
            "--anchor",
            metavar="NAME=ELO",
        ),
    ] = None,
) -> None:
    """Every opening is played twice, with colours changed. With [b]--output[/] a folder keeps all games; the
    same command continues an interrupted match.

    Three engines or more all meet each other, or with [b]--gauntlet[/] some of them the others, and get a
    rating list. So do two with [b]--rounds[/] or [b]--anchor[/].

    Example: [b]komadai match komadai /opt/YaneuraOu --byoyomi 100 -g 200 -o yaneuraou/[/]

    SPRT: [b]komadai match komadai "/old/komadai usi" --nodes 5000 --sprt 0 5 -g 20000[/]

    Rating list: [b]komadai match 'komadai {Level=8}' 'komadai {Level=9}' fairy-stockfish --nodes 5000[/]
    """
    test = None if sprt is None else two_engines.Test(elo=sprt, alpha=alpha, beta=beta, normalized=normalized)
    sides = two_engines.Sides(
        paces=(pace_a, pace_b), settings=(option_a or [], option_b or []), names=(name_a, name_b)
    )
    if len(engines) != 2 or rounds or gauntlet or neighbours or anchor:
        of_two: dict[str, object] = {"--games": games, "--sprt": test}
        of_two |= {"--time-a": pace_a, "--time-b": pace_b, "--option-a": option_a, "--option-b": option_b}
        of_two |= {"--name-a": name_a, "--name-b": name_b}
        _check_none_of(of_two)
        status = rating_list.play(
            engines,
            terms,
            rounds=rounds or ROUNDS,
            gauntlet=gauntlet,
            neighbours=neighbours,
            anchors_given=anchor or [],
        )
    else:
        status = two_engines.play((engines[0], engines[1]), terms, games or GAMES, sides, test)
    if status:
        raise typer.Exit(status)


def tournament(**values: Any) -> None:
    """The former name of a match with a rating list."""
    note = localized(
        "komadai tournament is now called komadai match", "komadai tournament は komadai match に変わりました"
    )
    print(f"komadai: {note}", file=sys.stderr)
    match(**values | {"rounds": values["rounds"] or ROUNDS})


# Typer reads the options from the signature; typeshed has no such attribute for functions.
tournament.__signature__ = inspect.signature(match)  # type: ignore[attr-defined]
tournament.__annotations__ = match.__annotations__


def _check_none_of(given: dict[str, object]) -> None:
    """Raises BadParameter if one of these options, which are for two engines, is given."""
    for name, value in given.items():
        if value is not None and value != []:
            raise typer.BadParameter(
                localized("only for a match of two engines", "2者の対局でのみ使えます"), param_hint=name
            )
