"""``komadai variants show`` and ``check``: a variant's board, pieces and options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from rich.table import Table

from komadai.cli.shared.console import output_console, print_json, write_line
from komadai.cli.shared.language import current_language, japanese_help, localized
from komadai.cli.shared.options import AsJson, option
from komadai.cli.shared.variant_name import VariantName, variant_named

if TYPE_CHECKING:
    from komadai.variants import Variant


@japanese_help("""変則将棋の盤、駒とその動き、規則の選択肢を表示する。

    例：[b]komadai variants show chu[/]、[b]komadai variants show tori --svg > tori.svg[/]""")
def show(
    name: VariantName,
    svg: Annotated[
        bool, option("Print the start position as SVG.", "開始局面を SVG で出力する。", "--svg")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show the board of a variant, its pieces with their moves, and its options.

    Example: [b]komadai variants show chu[/], [b]komadai variants show tori --svg > tori.svg[/]
    """
    variant = variant_named(name)
    if svg:
        from komadai.variants.pictures.board import render

        print(render(variant))
        return
    if as_json:
        print_json(_as_json(variant))
        return
    _print(variant)


@japanese_help("""変則将棋の定義ファイルを調べる。誤りは行番号と理由を、なければ各駒の動きの図を表示する。

    例：[b]komadai variants check mine.toml[/]""")
def check(name: VariantName, as_json: AsJson = False) -> None:
    """Check a definition file: print a mistake with its line, or a diagram of each piece's moves.

    Example: [b]komadai variants check mine.toml[/]
    """
    from komadai.variants.pictures.move_text import move_diagram

    variant = variant_named(name, every_option=True)
    if as_json:
        diagrams = {kind.id: move_diagram(kind.paths) for kind in variant.kinds}
        print_json(_as_json(variant) | {"diagrams": diagrams})
        return
    _print(variant)
    _print_diagrams(variant)
    write_line(output_console(), localized("The definition has no mistakes.", "定義に誤りはありません。"))


def _print_diagrams(variant: Variant) -> None:
    """Prints the moves of each piece as a diagram, so that an author sees what the Betza notation means."""
    from komadai.variants.pictures.move_text import LEGEND, move_diagram

    console = output_console()
    write_line(console, "")
    write_line(console, localized("How the pieces move (forward is up)", "駒の動き（上が前）"), "bold")
    for sign, english, japanese in LEGEND:
        write_line(console, f"  {sign:7} {localized(english, japanese)}")
    for kind in variant.kinds:
        name = localized(kind.name, kind.kanji or kind.name)
        write_line(console, "")
        write_line(console, f"{kind.id}  {name}  {kind.betza}")
        for row in move_diagram(kind.paths):
            write_line(console, f"  {row}")
    write_line(console, "")


def _as_json(variant: Variant) -> dict[str, object]:
    return {
        "name": variant.name,
        "names": dict(variant.names),
        "files": variant.files,
        "ranks": variant.ranks,
        "zone": variant.zone,
        "sfen": variant.sfen,
        "pieces": [
            {
                "id": kind.id,
                "name": kind.name,
                "kanji": kind.kanji,
                "face": kind.face,
                "romaji": kind.romaji,
                "betza": kind.betza,
                "promotes_to": kind.promotes_to,
                "royal": kind.royal,
            }
            for kind in variant.kinds
        ],
        "options": {
            option.name: {
                "default": option.default,
                "values": {value.name: value.who for value in option.values},
            }
            for option in variant.options
        },
    }


def _print(variant: Variant) -> None:
    from komadai.variants import Board

    console, language = output_console(), current_language().value
    write_line(console, f"{variant.names.get(language, variant.name)} ({variant.name})", "bold")
    if variant.summary:
        write_line(console, variant.summary.get(language, ""))
    write_line(console, "")
    write_line(console, str(Board(variant)))
    write_line(console, "")
    table = Table(box=None, padding=(0, 2, 0, 0))
    for english, japanese in (
        *(("id", "id"), ("", ""), ("name", "名前"), ("moves (Betza)", "動き（Betza）")),
        ("promotes to", "成り"),
    ):
        table.add_column(localized(english, japanese))
    for kind in variant.kinds:
        name = f"{kind.name}, {kind.romaji}" if kind.romaji else kind.name
        table.add_row(kind.id, kind.kanji or kind.face, name, kind.betza, kind.promotes_to or "")
    console.print(table)
    for each in variant.options:
        write_line(console, "")
        write_line(console, localized(f"Option {each.name}", f"選択肢 {each.name}"), "bold")
        for value in each.values:
            default = localized(" (default)", "（既定）") if value.name == each.default else ""
            who = localized(value.who, value.who_ja or value.who)
            write_line(console, f"  {value.name}{default}: {who}")
