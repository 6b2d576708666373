"""``komadai db explore``: the moves that games played in a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from rich import box
from rich.table import Table
from rich.text import Text

from komadai.cli.db.name_ids import note_unknown_ids
from komadai.cli.db.options import Castle, DatabasePath, DateFrom, DateTo, Opening, Player
from komadai.cli.shared.console import output_console, print_json
from komadai.cli.shared.language import Language, current_language, japanese_help, localized
from komadai.cli.shared.messages import counted
from komadai.cli.shared.options import AsJson, argument

if TYPE_CHECKING:
    from komadai import Board
    from komadai.study import Explored


@japanese_help("""ある局面で指された手と勝敗を表示する。手順の違いは問わない。

    例：[b]komadai db explore games.kdb startpos moves 7g7f[/]""")
def explore(
    database: DatabasePath,
    position: Annotated[
        list[str] | None,
        argument(
            "The position: [b]startpos[/], an SFEN, or a USI position with moves. The start if left out.",
            "局面：[b]startpos[/]、SFEN、または指し手の付いた USI の position。省略時は平手の開始局面。",
            metavar="[SFEN]",
        ),
    ] = None,
    player: Player = None,
    opening: Opening = None,
    castle: Castle = None,
    date_from: DateFrom = None,
    date_to: DateTo = None,
    as_json: AsJson = False,
) -> None:
    """Show the moves that games played in a position, with the results. The order of moves before it is free.

    Example: [b]komadai db explore games.kdb startpos moves 7g7f[/]
    """
    from komadai import Board
    from komadai.study import Database

    board = Board(" ".join(position or ["startpos"]))
    note_unknown_ids(opening, castle)
    with Database(database) as db:
        found = db.explore(
            board, player=player, opening=opening, castle=castle, date_from=date_from, date_to=date_to
        )
    if as_json:
        print_json(
            {
                "games": found.games,
                "moves": [
                    {
                        "usi": each.move.usi(),
                        "games": each.games,
                        "black": each.black,
                        "white": each.white,
                        "draws": each.draws,
                    }
                    for each in found.moves
                ],
            }
        )
    else:
        _print(board, found)


def _print(board: Board, found: Explored) -> None:
    from komadai import notation

    console = output_console()
    console.print(Text(f"{board.sfen()}  {counted(found.games, 'game')}"))
    if not found.moves:
        return
    style = "japanese" if current_language() is Language.JA else "western"
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(localized("move", "指し手"))
    for heading in (
        localized("games", "対局"),
        localized("share", "割合"),
        localized("Black", "先手勝ち"),
        localized("draws", "引き分け"),
        localized("White", "後手勝ち"),
    ):
        table.add_column(heading, justify="right")
    for each in found.moves:
        decided = each.black + each.draws + each.white
        results = [_percent(part, decided) for part in (each.black, each.draws, each.white)]
        move = notation.write(board, each.move, style)
        table.add_row(Text(move), f"{each.games:,}", _percent(each.games, found.games), *results)
    console.print(table)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else ""
