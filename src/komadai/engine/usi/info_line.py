"""The ``info`` line of a search report."""

from __future__ import annotations

from typing import Any

_BOUNDS = {"exact": "", "lower": " lowerbound", "upper": " upperbound"}
_MAX_STRING = 200


def info_line(report: dict[str, Any]) -> str:
    """The line for a report of ``Search.go`` or ``VariantSearch.go``."""
    time, nodes, pv = report["time_ms"], report["nodes"], report["pv"]
    nps = nodes * 1000 // max(time, 1)
    score = f"cp {report['cp']}" if report["mate"] is None else f"mate {report['mate']}"
    return (
        f"info depth {report['depth']} seldepth {report['seldepth']} multipv {report['multipv']}"
        f" score {score}{_BOUNDS[report['bound']]} time {time} nodes {nodes} nps {nps}"
        f" hashfull {report['hashfull']} pv {' '.join(move.usi() for move in pv)}"
    )


def info_string(text: str) -> str:
    """An ``info string`` line: printable letters only, and not too many."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split()))
    return "info string " + (shown if len(shown) <= _MAX_STRING else shown[:_MAX_STRING] + " …")
