"""``komadai book show``: the moves of a book in a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from komadai.cli.book.files import opened
from komadai.cli.book.texts import text_for
from komadai.cli.shared.console import output_console, print_json
from komadai.cli.shared.language import Language, current_language, japanese_help
from komadai.cli.shared.messages import printable
from komadai.cli.shared.options import AsJson, argument, option

if TYPE_CHECKING:
    from komadai import Board, Move
    from komadai.book import Book, BookEntry, BookMove

_OWN = "own"


@japanese_help("""ある局面の定跡手を表示する。

    例：[b]komadai book show user_book1.db startpos moves 7g7f[/]""")
def show(
    book: Annotated[
        str,
        argument(
            "A book of any format, or [b]own[/] for the book of Komadai.",
            "定跡ファイル（形式は問わない）。[b]own[/] は Komadai 付属の定跡。",
            metavar="BOOK",
        ),
    ],
    position: Annotated[
        list[str] | None,
        argument(
            "The position: [b]startpos[/], an SFEN, or a USI position with moves. The start if left out.",
            "局面：[b]startpos[/]、SFEN、または指し手の付いた USI の position。省略時は平手の開始局面。",
            metavar="[SFEN]",
        ),
    ] = None,
    flipped: Annotated[
        bool,
        option(
            "Also look up the position with the board rotated and the colours exchanged.",
            "先後を入れ替えた局面も探す。",
            "--flipped",
        ),
    ] = False,
    stats: Annotated[
        bool,
        option(
            "Print the number of positions and moves of the whole book.",
            "定跡全体の局面数と指し手の数を表示する。",
            "--stats",
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show the moves of a book in a position.

    Example: [b]komadai book show user_book1.db startpos moves 7g7f[/]
    """
    from komadai import Board
    from komadai.book.shipped import PATH

    language = current_language()
    with opened(str(PATH) if book == _OWN else book) as found:
        if stats:
            _count(found, as_json, language)
            return
        board = Board(" ".join(position or ["startpos"]))
        entry = found.entry(board)
        turned = False
        if entry is None and flipped:
            entry = found.entry(board, flipped=True)
            turned = entry is not None
    if as_json:
        print_json(_facts(board, entry, turned))
    else:
        _print(board, entry, turned, language)
    if entry is None:
        raise typer.Exit(1)


def _count(book: Book, as_json: bool, language: Language) -> None:
    positions = moves = 0
    for entry in book:
        positions += 1
        moves += len(entry.moves)
    name = str(getattr(book, "format", ""))
    is_sorted = bool(getattr(book, "is_sorted", True))
    if as_json:
        print_json({"format": name, "positions": positions, "moves": moves, "sorted": is_sorted})
        return
    text = text_for("positions", language, format=name, positions=f"{positions:,}", moves=f"{moves:,}")
    print(text + ("" if is_sorted else f" ({text_for('unsorted', language)})"))


def _facts(board: Board, entry: BookEntry | None, turned: bool) -> dict[str, object]:
    return {
        "sfen": board.sfen(),
        "found": entry is not None,
        "flipped": turned,
        "comment": entry.comment if entry is not None else "",
        "games": entry.games if entry is not None else None,
        "black_wins": entry.black_wins if entry is not None else None,
        "white_wins": entry.white_wins if entry is not None else None,
        "moves": [_move_facts(each) for each in entry.moves] if entry is not None else [],
    }


def _move_facts(move: BookMove) -> dict[str, object]:
    return {
        "move": move.move.usi(),
        "reply": move.reply.usi() if move.reply is not None else None,
        "score": move.score,
        "mate": move.mate,
        "depth": move.depth,
        "count": move.count,
        "wins": move.wins,
        "losses": move.losses,
        "mark": move.mark.name.lower(),
        "comment": move.comment,
    }


def _print(board: Board, entry: BookEntry | None, turned: bool, language: Language) -> None:
    console = output_console()
    console.print(Text(board.sfen() + (f"  {text_for('turned', language)}" if turned else "")))
    if entry is None:
        console.print(Text(text_for("absent", language)))
        return
    if entry.comment:
        console.print(Text("\n".join(printable(line) for line in entry.comment.split("\n")), "dim"))
    if entry.games is not None:
        console.print(
            Text(
                text_for(
                    "games",
                    language,
                    games=f"{entry.games:,}",
                    black=f"{entry.black_wins or 0:,}",
                    white=f"{entry.white_wins or 0:,}",
                )
            )
        )
    console.print(_table(board, entry, language))


def _table(board: Board, entry: BookEntry, language: Language) -> Table:
    played = sum(each.count or 0 for each in entry.moves)
    columns: list[tuple[str, list[str]]] = [
        ("move", [_name(board, each.move, language) for each in entry.moves]),
        ("score", [_score(each, language) for each in entry.moves]),
        ("depth", [_number(each.depth) for each in entry.moves]),
        ("count", [_number(each.count) for each in entry.moves]),
        ("share", [_percent(each.count, played) for each in entry.moves]),
        ("wins", [_percent(each.wins, (each.wins or 0) + (each.losses or 0)) for each in entry.moves]),
        ("reply", [_reply(board, each, language) for each in entry.moves]),
        ("mark", [text_for(each.mark.name.lower(), language) if each.mark else "" for each in entry.moves]),
        ("comment", [printable(each.comment.replace("\n", " / ")) for each in entry.moves]),
    ]
    filled = [(key, cells) for key, cells in columns if any(cells)]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for key, _ in filled:
        table.add_column(
            text_for(key, language),
            justify="left" if key in ("move", "reply", "mark", "comment") else "right",
            overflow="fold",
        )
    for row in zip(*(cells for _, cells in filled), strict=True):
        table.add_row(*map(Text, row))
    return table


def _name(board: Board, move: Move, language: Language) -> str:
    from komadai import notation

    return notation.write(board, move, "japanese" if language is Language.JA else "western")


def _reply(board: Board, move: BookMove, language: Language) -> str:
    if move.reply is None:
        return ""
    board.push(move.move)
    text = _name(board, move.reply, language) if board.is_legal(move.reply) else move.reply.usi()
    board.pop()
    return text


def _score(move: BookMove, language: Language) -> str:
    if move.score is None:
        return ""
    if move.mate is not None:
        return text_for("mate" if move.mate > 0 else "mated", language, plies=abs(move.mate))
    return f"{move.score:+}"


def _number(value: int | None) -> str:
    return "" if value is None else f"{value:,}"


def _percent(part: int | None, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if part is not None and whole else ""
