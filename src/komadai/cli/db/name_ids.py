"""Notes on ids of openings and castles that this version does not know."""

from __future__ import annotations

from difflib import get_close_matches

from komadai.cli.shared.console import error_console, write_line
from komadai.cli.shared.language import localized
from komadai.cli.shared.messages import printable


def note_unknown_ids(opening: str | None, castle: str | None) -> None:
    """Names on stderr the ids that no rule has. It is no error: a newer version may have stored them."""
    for kind, japanese, wanted in (("opening", "戦型", opening), ("castle", "囲い", castle)):
        if wanted is None:
            continue
        known = ids_of(kind)
        if wanted not in known:
            near = ", ".join(get_close_matches(wanted, known))
            also, also_japanese = (f"; near: {near}", f"（近い ID：{near}）") if near else ("", "")
            text = localized(
                f"--{kind}: no {kind} has the id {wanted!r}{also}",
                f"--{kind}：{wanted!r} という ID の{japanese}はありません{also_japanese}",
            )
            write_line(error_console(), printable(text))


def ids_of(kind: str) -> list[str]:
    """The ids of openings (``opening``) or castles (``castle``), sorted."""
    from komadai.study.naming.pairings import RULES as PAIRINGS
    from komadai.study.naming.rules import all_rules

    return sorted({rule.id for rule in (*all_rules().rules, *PAIRINGS.values()) if rule.kind == kind})
