"""Shogi Zukō (1755) and Shogi Musō (1734): how many are solved, and which have no mate."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from time import process_time

from benchmarks import report
from benchmarks.tsume import problems
from komadai import Board, tsume
from komadai.tsume.solve import Result

BOOKS = (("Zukō", "edo_zukou"), ("Musō", "edo_musou"))
A_LINE = 10

Tell = Callable[[str], object]


@dataclass(frozen=True)
class Entry:
    """What was found of one problem."""

    book: str
    number: int
    given: int | None
    """The length in the records beside the data, which is sometimes too long."""
    result: Result
    plies: int | None
    exact: bool
    cpu: float
    """Seconds of processor time, attempts with fewer nodes included."""
    nodes: int


def problems_of(book: str) -> Iterator[tuple[int, problems.Problem]]:
    """Its problems with their numbers."""
    file = dict(BOOKS)[book]
    for problem in problems.read(file):
        yield int(problem.id.rpartition("-")[2]), problem


def solve_all(nodes: Sequence[int], memory_mb: int, tell: Tell = lambda _: None) -> list[Entry]:
    """Solves all, with the first number of nodes; what is still open then with the next, and so on."""
    entries = []
    for book, _ in BOOKS:
        for number, problem in problems_of(book):
            entry = Entry(book, number, problem.plies, "unknown", None, exact=False, cpu=0, nodes=0)
            for max_nodes in nodes:
                if entry.result == "unknown":
                    entry = attempt(entry, problem.sfen, max_nodes, memory_mb)
            tell(f"{book} {number}: {entry.result} {entry.plies or ''} {entry.cpu:.1f} s")
            entries.append(entry)
    return entries


def attempt(entry: Entry, sfen: str, max_nodes: int, memory_mb: int) -> Entry:
    """With a memory of its own, as if it were the only one."""
    begin = process_time()
    answer = tsume.solve(Board(sfen, validate=False), exact=True, nodes=max_nodes, memory_mb=memory_mb)
    return replace(
        entry,
        result=answer.result,
        plies=answer.plies,
        exact=answer.exact,
        cpu=entry.cpu + process_time() - begin,
        nodes=entry.nodes + answer.nodes,
    )


# -- telling


def table(entries: Sequence[Entry], nodes: Sequence[int], memory_mb: int) -> str:
    """Markdown: the numbers, the names of what is special, and the length of each."""
    books = [(book, [entry for entry in entries if entry.book == book]) for book, _ in BOOKS]
    lines = [
        "| | problems | a mate | length proved | no mate | open | CPU, s | nodes |",
        "| --- |" + " ---: |" * 7,
        *(sums(name, of_it) for name, of_it in [*books, ("together", list(entries))]),
        "",
        f"At most {', then '.join(f'{report.rate(most)} nodes' for most in nodes)} and {memory_mb:,} MB "
        "for each, one thread, `exact=True`.",
        "",
        *special(entries),
    ]
    for name, of_it in books:
        lines += ["", f"Lengths found in {name} (≤: not proved to be the shortest):", "", grid(of_it)]
    return "\n".join(lines)


def sums(name: str, entries: Sequence[Entry]) -> str:
    def count(result: Result) -> int:
        return sum(entry.result == result for entry in entries)

    exact = sum(entry.exact and entry.result == "mate" for entry in entries)
    cells = [name, len(entries), count("mate"), exact, count("no-mate"), count("unknown")]
    cells += [
        f"{sum(entry.cpu for entry in entries):.0f}",
        report.rate(sum(entry.nodes for entry in entries)),
    ]
    return f"| {' | '.join(map(str, cells))} |"


def special(entries: Sequence[Entry]) -> list[str]:
    """The problems to be named, a line for each kind."""

    def against_given(order: int) -> str:
        return named(
            (entry.book, f"{entry.number} ({'' if entry.exact else '≤ '}{entry.plies}, not {entry.given})")
            for entry in entries
            if entry.plies and entry.given and (entry.plies - entry.given) * order > 0
        )

    def with_result(result: Result) -> str:
        return named((entry.book, str(entry.number)) for entry in entries if entry.result == result)

    kinds = {
        "Open": with_result("unknown"),
        "No mate (不詰), proved": with_result("no-mate"),
        "Shorter than in the records beside the data": against_given(-1),
        "Longer than there": against_given(1),
    }
    return [f"- {kind}: {names or 'none'}." for kind, names in kinds.items()]


def named(found: Iterable[tuple[str, str]]) -> str:
    """Problems, by book and number: "Zukō 3, 7; Musō 1"."""
    pairs = list(found)
    books = {book: [number for of_book, number in pairs if of_book == book] for book, _ in BOOKS}
    return "; ".join(f"{book} {', '.join(numbers)}" for book, numbers in books.items() if numbers)


def grid(entries: Sequence[Entry]) -> str:
    """The length of each problem, ten in a line."""
    lines = ["| | " + " | ".join(f"+{i}" for i in range(1, A_LINE + 1)) + " |"]
    lines.append("| --- |" + " ---: |" * A_LINE)
    for begin in range(0, len(entries), A_LINE):
        cells = [length(entry) for entry in entries[begin : begin + A_LINE]]
        lines.append(f"| {entries[begin].number - 1} | {' | '.join(cells)} |")
    return "\n".join(lines)


def length(entry: Entry) -> str:
    if entry.result != "mate":
        return "不詰" if entry.result == "no-mate" else "?"
    return str(entry.plies) if entry.exact else f"≤ {entry.plies}"
