"""``komadai variants list``: the variants that come with the library."""

from __future__ import annotations

from rich.table import Table

from komadai.cli.shared.console import output_console, print_json
from komadai.cli.shared.language import current_language, japanese_help, localized
from komadai.cli.shared.options import AsJson


@japanese_help("収録している変則将棋を、盤の大きさと駒数とともに一覧にする。")
def list_variants(as_json: AsJson = False) -> None:
    """List the variants with their boards and numbers of pieces."""
    from komadai.enums import Color
    from komadai.variants import NAMES, Board, Variant

    language = current_language().value
    entries = []
    for name in NAMES:
        variant = Variant.named(name)
        pieces = sum(piece.color is Color.BLACK for piece in Board(variant).piece_map().values())
        entries.append((variant, pieces))
    if as_json:
        print_json(
            [
                {
                    "name": variant.name,
                    "names": dict(variant.names),
                    "files": variant.files,
                    "ranks": variant.ranks,
                    "pieces": pieces,
                    "kinds": len(variant.kinds),
                    "drops": variant.rules.drops,
                }
                for variant, pieces in entries
            ]
        )
        return
    table = Table(box=None, padding=(0, 2, 0, 0))
    for english, japanese in (("name", "名前"), ("", ""), ("board", "盤"), ("pieces a side", "駒の枚数")):
        table.add_column(localized(english, japanese))
    table.add_column(localized("drops", "持駒"))
    for variant, pieces in entries:
        table.add_row(
            variant.name,
            variant.names[language],
            f"{variant.files}×{variant.ranks}",
            f"{pieces}",
            localized("yes", "あり") if variant.rules.drops else "",
        )
    output_console().print(table)
