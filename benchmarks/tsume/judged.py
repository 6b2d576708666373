"""What the judge says of Shogi Zukō and Shogi Musō: which of them have a cook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time

from benchmarks import report
from benchmarks.tsume.edo import BOOKS, Tell, named, problems_of
from komadai import Board, tsume
from komadai.tsume.judge.report_types import FindingKind, Verdict

FAULTS: tuple[tuple[FindingKind, str], ...] = (
    ("illegal", "illegal"),
    ("no-mate", "不詰, no mate"),
    ("cook", "余詰, a cook"),
    ("early", "早詰, a quicker mate"),
    ("move-order", "手順前後, another order"),
    ("leftover", "駒余り, pieces left over"),
    ("longer-defence", "変化長手数, a longer defence"),
)


@dataclass(frozen=True)
class Judged:
    book: str
    number: int
    verdict: Verdict
    faults: tuple[FindingKind, ...]
    """Those proved, each kind once."""
    cpu: float
    nodes: int


def judge_all(nodes: int, memory_mb: int, tell: Tell = lambda _: None) -> list[Judged]:
    """Judges all problems, with this number of nodes for each."""
    found = []
    for book, _ in BOOKS:
        for number, problem in problems_of(book):
            begin = process_time()
            judgement = tsume.inspect(Board(problem.sfen, validate=False), nodes=nodes, memory_mb=memory_mb)
            kinds = {finding.kind for finding in judgement.findings if finding.weight == "fault"}
            proved = judgement.verdict == "deficient"
            faults = tuple(kind for kind, _ in FAULTS if proved and kind in kinds)
            cpu = process_time() - begin
            found.append(Judged(book, number, judgement.verdict, faults, cpu, judgement.nodes))
            tell(f"{book} {number}: {judgement.verdict} {' '.join(faults)} {cpu:.1f} s")
    return found


# -- telling


def table(found: Sequence[Judged], nodes: int) -> str:
    """Markdown: the numbers, and the problems with a fault by the fault."""
    lines = ["| | full (完全作) | deficient (不完全作) | unproved | CPU, s |", "| --- |" + " ---: |" * 4]
    books = [(book, [judged for judged in found if judged.book == book]) for book, _ in BOOKS]
    for name, of_it in [*books, ("together", list(found))]:
        counts = [
            sum(judged.verdict == verdict for judged in of_it)
            for verdict in ("full", "deficient", "unproved")
        ]
        cpu = sum(judged.cpu for judged in of_it)
        lines.append(f"| {name} | {' | '.join(map(str, counts))} | {cpu:.0f} |")
    lines += ["", f"At most {report.rate(nodes)} nodes for each.", ""]
    for kind, words in FAULTS:
        if names := named((one.book, str(one.number)) for one in found if kind in one.faults):
            lines.append(f"- {words}: {names}.")
    return "\n".join(lines)
