"""Writes docs/variants/conflicts.md and docs/variants/taikyoku.md from the definition files of the variants.

    .venv/bin/python tools/variant_tables.py [FOLDER]

FOLDER is where the pages are written, docs/variants by default.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
DEFINITIONS = ROOT / "src" / "komadai" / "variants" / "definitions"
PAGES = ROOT / "docs" / "variants"

Definition = dict[str, Any]


def definitions() -> list[Definition]:
    """The definition files, from the smallest board to the largest."""
    read = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(DEFINITIONS.glob("*.toml"))]
    return sorted(read, key=lambda each: (each["board"]["files"] * each["board"]["ranks"], each["name"]))


def english(text: str | dict[str, str]) -> str:
    """The English of a text that may be in both languages."""
    return text if isinstance(text, str) else text["en"]


def cell(text: str) -> str:
    """A text as a cell of a Markdown table."""
    return text.replace("|", "\\|").replace("\n", " ")


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    """A Markdown table, with an empty line before and after it."""
    lines = [head, ["---"] * len(head), *rows]
    return ["", *("| " + " | ".join(map(cell, line)) + " |" for line in lines), ""]


def kinds(definition: Definition) -> list[Definition]:
    """The pieces of a variant; a kind that several pieces promote to is given once."""
    seen: set[tuple[str, str]] = set()
    first = []
    for piece in definition["piece"]:
        key = (piece["name"], piece["betza"])
        if key not in seen:
            seen.add(key)
            first.append(piece)
    return first


def conflicts_of(definition: Definition) -> list[str]:
    """The section of a variant."""
    lines = [f"## {definition['names']['en']} ({definition['names']['ja']})", ""]
    lines += [f"- {source}" for source in definition.get("sources", [])]
    conflicts = [[english(each["about"]), english(each["choice"])] for each in definition.get("conflict", [])]
    if conflicts:
        lines += table(["Sources differ on", "Here"], conflicts)
    options = [
        [
            f"`{option['name']}`" if i == 0 else "",
            f"`{value['name']}`" + (" (default)" if value["name"] == option["default"] else ""),
            english(value.get("who", "")),
        ]
        for option in definition.get("option", [])
        for i, value in enumerate(option["value"])
    ]
    if options:
        lines += table(["Option", "Value", "Played so by"], options)
    if definition["name"] == "taikyoku":
        return [*lines, "The kinds of pieces whose sources differ: [taikyoku](taikyoku.md).", ""]
    noted = [
        [piece["name"], piece["kanji"], f"`{piece['betza']}`", piece["note"]["en"]]
        for piece in kinds(definition)
        if "note" in piece
    ]
    if noted:
        lines += table(["Piece", "", "Move here", "Note"], noted)
    return [*lines, ""]


def conflicts_page() -> str:
    """The page of all variants."""
    lines = [
        "# Where the sources differ",
        "",
        "The old texts on the shogi family are short, and later books and programs read them differently.",
        "This page lists the sources of each variant, the points on which they differ, what is played here,",
        'and the options that choose another reading (`Board(Variant.named("chu", rules="jcsa"))`). Moves',
        "are in Betza notation. `tools/variant_tables.py` writes this page from the definition files.",
        "",
    ]
    for definition in definitions():
        if definition.get("conflict") or definition.get("option"):
            lines += conflicts_of(definition)
    return "\n".join(lines).replace("\n\n\n", "\n\n").rstrip() + "\n"


def taikyoku_page() -> str:
    """The page of taikyoku's kinds whose sources differ or that rest on one source."""
    taikyoku = next(each for each in definitions() if each["name"] == "taikyoku")
    every = kinds(taikyoku)
    names = {piece["name"] for piece in every}
    single = [piece for piece in every if piece.get("sources")]
    read = [piece for piece in every if piece.get("sources") == []]
    differing = [piece for piece in every if "note" in piece and "sources" not in piece]

    def note(piece: Definition) -> str:
        return str(piece["note"]["en"]) if "note" in piece else ""

    def rows(pieces: list[Definition]) -> list[list[str]]:
        return [
            [
                piece["id"],
                piece["name"],
                piece["kanji"],
                f"`{piece['betza']}`",
                piece["note"]["en"] if "note" in piece else "",
            ]
            for piece in pieces
        ]

    head = ["Id", "Name", "", "Move here", "Other sources"]
    lines = [
        "# Taikyoku shogi: kinds whose sources differ",
        "",
        "Taikyoku shogi is known from papers of the Ōhashi family, published in *Sekai no shōgi*.",
        "The moves here are those of taikyoku-shogi.github.io, whose table was compared with scans of that",
        "book. They were compared with three other programs: jh85/taikyokushogi, manbearian/Taikyoku and",
        f"Games::Shogi. Of the {len(names)} kinds, {len(single)} rest on one source; the moves",
        f"of {len(read)} are our reading of a sign that no old text explains; for {len(differing)} at least",
        "one source has another move or name; all sources agree on the rest. Games::Shogi could be compared",
        "for plain steps, slides and jumps only. Moves are written in Betza notation.",
        "",
        "## Kinds that rest on one source",
        "",
        "The other sources leave these out or give each another move.",
        *table(head, rows(single)),
        "## Kinds whose move is our reading",
        "",
        "Their diagrams have an arrow with three bars. [Conflicts](conflicts.md) lists the explanations;",
        "no source plays exactly the moves given here.",
        *table(head, rows(read)),
        "## Kinds on which sources differ",
        "",
        "At least one other source agrees with the move given here.",
        *table(head, rows(differing)),
    ]
    return "\n".join(lines).replace("\n\n\n", "\n\n").rstrip() + "\n"


def pages() -> dict[str, str]:
    """The texts of the pages by their file names."""
    return {"conflicts.md": conflicts_page(), "taikyoku.md": taikyoku_page()}


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PAGES
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
