"""``komadai variants perft``: counts sequences of legal moves of a variant."""

from __future__ import annotations

import time
from typing import Annotated

from komadai.cli.shared.console import print_json
from komadai.cli.shared.language import japanese_help, localized
from komadai.cli.shared.options import AsJson, argument, option
from komadai.cli.shared.variant_name import VariantName, variant_named

DEEPEST = 20


@japanese_help("""変則将棋で、合法手を DEPTH 手進める手順の数を数える（perft）。

    例：[b]komadai variants perft dobutsu 5[/]""")
def perft(
    name: VariantName,
    depth: Annotated[int, argument("The number of moves.", "手数。", metavar="DEPTH", min=0, max=DEEPEST)],
    sfen: Annotated[
        str | None, option("The position; the start if left out.", "局面。省略時は開始局面。", metavar="SFEN")
    ] = None,
    divide: Annotated[
        bool, option("Print the count of each first move.", "初手ごとの数を表示する。", "--divide")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of DEPTH legal moves of a variant (perft).

    Example: [b]komadai variants perft dobutsu 5[/]
    """
    from komadai.variants import Board

    board = Board(variant_named(name), sfen)
    began = time.perf_counter()
    divided: dict[str, int] = {}
    if divide and depth:
        for move in board.legal_moves:
            board.push_unchecked(move)
            divided[move.usi()] = board.perft(depth - 1)
            board.pop()
    leaves = sum(divided.values()) if divided else board.perft(depth)
    seconds = time.perf_counter() - began
    if as_json:
        report: dict[str, object] = {"variant": board.variant.name, "leaves": leaves}
        report["seconds"] = round(seconds, 6)
        print_json(report | ({"divide": dict(sorted(divided.items()))} if divide else {}))
        return
    for usi, count in sorted(divided.items()):
        print(f"{usi:<10}{count:>20,}")
    print(localized(f"{leaves:,} leaves in {seconds:.3f} s", f"{leaves:,}通り、{seconds:.3f}秒"))
