"""``komadai engine transition-probabilities``: how probable kinds of moves are, counted in game records."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from komadai.cli.book.files import refuse_books
from komadai.cli.shared import output
from komadai.cli.shared.input import Bar, Inputs, Sources, games
from komadai.cli.shared.messages import counted
from komadai.cli.shared.signals import undisturbed

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai.cli.shared.messages import Note
    from komadai.engine.transitions import Counter, Transitions

_INTERRUPTED: Final = 130


def transition_probabilities(
    sources: Sources,
    out: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="The table to write (a text, .tsv).")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="The table for programs, on standard output.")
    ] = False,
) -> None:
    """Count in game records how probable kinds of moves are (遷移確率).

    A search by realization probability (実現確率探索) goes by it.

    Of each category (checks, captures by what they gain, drops by piece and place …): in how many positions
    one of its moves was legal, in how many one was played, and the share of these. The engine takes the table
    by the USI option TransitionFile, with SearchMode RealizationProbability.

    Ctrl-C stops the reading; what was counted until then is written and shown.

    Example: [b]komadai engine transition-probabilities games/ archive.zip -o mine.tsv[/]
    """
    from komadai.engine.transitions import Counter

    refuse_books(sources)
    inputs = Inputs(sources)
    path = output.place(out, inputs.identities, "--output") if out is not None else None
    counter = Counter()
    told = Console(stderr=True)
    errors: list[Note] = []

    def tell(note: Note) -> None:
        errors.append(note)
        if not as_json:
            told.print(f"error: {note}", markup=False, highlight=False, soft_wrap=True)

    interrupted = False
    try:
        with Bar(told) as bar:
            _count(counter, inputs, bar, tell)
    except KeyboardInterrupt:
        interrupted = True
    table = counter.table()
    with undisturbed():
        if path is not None and table.games:  # an empty table would tell nothing
            with output.appearing(path) as hidden:
                hidden.write_text(table.text(), encoding="utf-8", newline="\n")
        if as_json:
            print(json.dumps(_json(table, interrupted, errors)))
        else:
            if table.games:
                _show(table, Console())
            told.print(
                f"{counted(table.games, 'game')}, {counted(table.positions, 'position')}"
                f"{' (interrupted)' if interrupted else ''}",
                highlight=False,
            )
    if interrupted or errors:
        raise typer.Exit(_INTERRUPTED if interrupted else 1)


def _count(counter: Counter, inputs: Inputs, bar: Bar, tell: Callable[[Note], None]) -> None:
    from komadai.kifu import Report
    from komadai.kifu.statistics.game_facts import FactsReader

    reader = FactsReader()
    for name, data in inputs.records(bar):
        for _, facts in games(name, data, reader, Report(keeps=False), tell):
            with undisturbed():
                counter.add(facts)
            bar.games()


def _json(table: Transitions, interrupted: bool, errors: list[Note]) -> dict[str, object]:
    from komadai.engine.transitions import CATEGORIES

    return {
        "games": table.games,
        "positions": table.positions,
        "categories": [
            {"category": name, "legal": legal, "played": played, "probability": table.probability(name)}
            for name, (legal, played) in zip(CATEGORIES, table.counts, strict=True)
        ],
        "interrupted": interrupted,
        "errors": [asdict(each) for each in errors],
    }


def _show(table: Transitions, console: Console) -> None:
    from komadai.engine.transitions import CATEGORIES

    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    shown.add_column("Category")
    for name in ("Legal", "Played", "Probability"):
        shown.add_column(name, justify="right")
    for name, (legal, played) in zip(CATEGORIES, table.counts, strict=True):
        probability = table.probability(name)
        shown.add_row(
            name, f"{legal:,}", f"{played:,}", "–" if probability is None else f"{probability * 100:.2f} %"
        )
    console.print(shown)
