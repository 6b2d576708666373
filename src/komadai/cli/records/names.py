"""``komadai names``: the openings, castles, attacks and proverbs of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

from rich import box
from rich.table import Table
from rich.text import Text

from komadai.cli.shared.console import error_console, output_console, print_json, write_line
from komadai.cli.shared.language import Language, current_language, japanese_help, localized
from komadai.cli.shared.messages import printable
from komadai.cli.shared.options import AsJson, argument, option

if TYPE_CHECKING:
    from komadai.kifu import Game
    from komadai.kifu.tree.game import GameTree
    from komadai.study import Name

_KINDS: Final = {
    "opening": ("opening", "戦法"),
    "castle": ("castle", "囲い"),
    "attack": ("attack", "攻め"),
    "tesuji": ("tesuji", "手筋"),
    "formation": ("formation", "陣形"),
    "proverb": ("proverb", "格言"),
}


@japanese_help("""例：[b]komadai names game.kif --lang ja[/]""")
def names(
    words: Annotated[
        list[str],
        argument(
            "A record of any format, one in an archive, [b]-[/] for standard input, or a USI "
            "position with moves.",
            "棋譜ファイル（形式は問わない）、書庫の中の棋譜、標準入力の [b]-[/]、"
            "または指し手の付いた USI の position。",
            metavar="GAME",
        ),
    ],
    number: Annotated[
        int,
        option(
            "The number of the game in a file with several.",
            "複数の対局があるファイルの何局目か。",
            "--game",
            min=1,
            metavar="N",
        ),
    ] = 1,
    as_json: AsJson = False,
) -> None:
    """Example: [b]komadai names game.kif --json[/]"""
    from komadai import study
    from komadai.cli.shared import show_source
    from komadai.kifu import Game

    game: GameTree[Any] = show_source.find(words, number).game
    if not isinstance(game, Game):
        write_line(
            error_console(),
            localized("no names: names are only for games of shogi", "名前なし：本将棋の対局ではありません"),
        )
    found = study.names(game)
    if as_json:
        print_json([each.to_dict() for each in found])
    elif isinstance(game, Game):
        _show(game, found)


def _show(game: Game, found: list[Name]) -> None:
    console = output_console()
    if found:
        console.print(_table(game, found))
    else:
        write_line(console, localized("no names found", "名前の付いた形はありません"))
    from komadai.study import phases

    at = phases(game)
    if at.middle_game is not None:
        middle = localized(
            f"The middle game begins at move {at.middle_game}", f"中盤は{at.middle_game}手目から"
        )
        end = (
            localized(f", the endgame at move {at.endgame}.", f"、終盤は{at.endgame}手目から。")
            if at.endgame is not None
            else localized(".", "。")
        )
        write_line(console, middle + end)


def _table(game: Game, found: list[Name]) -> Table:
    japanese = current_language() is Language.JA
    table = Table(box=box.SIMPLE_HEAD)
    table.show_edge = table.pad_edge = False
    table.add_column(localized("Move", "手数"), justify="right")
    for title in (("Side", "対局者"), ("Kind", "種類"), ("Name", "名前"), ("Until", "まで")):
        table.add_column(localized(*title))
    for each in found:
        table.add_row(
            str(each.ply),
            _side(each.side, game.is_handicap),
            localized(*_KINDS[each.kind]),
            Text(printable(each.ja if japanese else each.en)),
            "" if each.until is None else str(each.until),
        )
    return table


def _side(side: str, is_handicap: bool) -> str:
    if side == "black":
        return localized("Black", "下手" if is_handicap else "先手")
    return localized("White", "上手" if is_handicap else "後手")
