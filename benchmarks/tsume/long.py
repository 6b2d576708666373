"""The famous long problems: each in a process of its own, so that its memory can be measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from time import perf_counter, process_time

from benchmarks import report
from benchmarks.memory import peak_mb
from benchmarks.programs import Program
from benchmarks.tsume import problems
from benchmarks.tsume.programs import ask_for_mate
from komadai import Board, tsume

KOMADAI = "komadai"


@dataclass(frozen=True)
class Elsewhere:
    """The better of what KomoringHeights 1.1 and shtsume 1.2.7 did with one thread and 2 to 4 GB, measured
    before this solver was written."""

    plies: int
    seconds: float
    program: str

    def __str__(self) -> str:
        return f"{self.plies} in {self.seconds:g} s, {self.program}"


@dataclass(frozen=True)
class Famous:
    name: str
    id: str
    plies: int | None
    """None: nobody knows it for sure."""
    elsewhere: Elsewhere | None


FAMOUS = (
    Famous("Microcosmos", "microcosmos", 1525, Elsewhere(1525, 75, "shtsume")),
    Famous("Zukō 100, Kotobuki", "zuko100_kotobuki_611", 611, Elsewhere(611, 1.8, "shtsume")),
    Famous("Zukō 99, Kemuri-zume", "zuko99_kemuri_117", 117, Elsewhere(117, 2.9, "shtsume")),
    Famous("Shin-Ōgizume", "shin_ogizume_873", 873, Elsewhere(873, 9.0, "shtsume")),
    Famous("Astral Traveler", "astral_traveler_579", 579, Elsewhere(579, 3.2, "shtsume")),
    Famous("Ionization", "ionization_789", 789, Elsewhere(817, 45.9, "KomoringHeights")),
    Famous("Hashimoto 587", "hashimoto_587", 587, Elsewhere(589, 14, "shtsume")),
    Famous("Musō 1", "muso1", None, Elsewhere(29, 3.3, "KomoringHeights")),
    Famous("Zukō 8", "zuko8", None, None),
)


@dataclass(frozen=True)
class Limits:
    """What one problem may take."""

    seconds: float = 60
    """Processor time of each thread, so that other work on the machine changes little; of other programs,
    seconds on the wall."""
    memory_mb: int = 2048
    exact: bool = False
    """Whether the length is to be proved, as long as the seconds last."""


@dataclass(frozen=True)
class Run:
    """One problem given to one program."""

    problem: Famous
    threads: int
    plies: int | None
    """None: no mate found."""
    exact: bool
    length_after: float
    """Processor time until a mate of that length was known, seconds."""
    cpu: float
    """Seconds of all processors together."""
    wall: float
    nodes: int | None
    """None: the program doesn't say."""
    memory_mb: float
    """The most that the search added to the process."""
    program: str = KOMADAI
    asked_exact: bool = False
    proved_after: float | None = None
    """Processor time until it was proved, by this call or another one, that no mate is shorter."""

    def factor(self, seconds: float) -> float | None:
        """How many times as long as these seconds of ours the best elsewhere took; None: not comparable."""
        best = self.problem.elsewhere
        if best is None or self.plies is None or self.plies > best.plies or self.threads != 1:
            return None
        return best.seconds / seconds


def runs(
    limits: Limits, threads: Sequence[int] = (1,), name: str = "", peers: Sequence[Program] = ()
) -> Iterator[Run]:
    """Each problem whose name contains ``name``, with each number of threads, then by each other program.

    Where a call didn't prove the length, another one with ``exact`` does so if it can; it is told of only
    where it finds a shorter mate.
    """
    sfens = {problem.id: problem.sfen for problem in problems.read("long")}
    for problem in FAMOUS:
        if name.lower() not in problem.name.lower():
            continue
        for number in threads:
            run = solve_apart(problem, sfens[problem.id], number, limits)
            if run.plies is None or run.exact or limits.exact:
                yield run
                continue
            proof = solve_apart(problem, sfens[problem.id], number, replace(limits, exact=True))
            if proof.plies == run.plies:
                yield replace(run, proved_after=proof.proved_after)
            else:
                yield run
                yield proof
        for peer in peers:
            yield given_to(peer, problem, sfens[problem.id], limits)


def solve_apart(problem: Famous, sfen: str, threads: int, limits: Limits) -> Run:
    """Solves one in a process of its own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(solve, problem, sfen, threads, limits).result()


def solve(problem: Famous, sfen: str, threads: int, limits: Limits) -> Run:
    """Solves one in this process."""
    before, begin, cpu_begin = peak_mb(), perf_counter(), process_time()
    first_seen: dict[int | None, float] = {}
    solver = tsume.Solver(limits.memory_mb)

    def watch(state: tsume.Progress) -> None:
        spent = process_time() - cpu_begin
        first_seen.setdefault(state.plies, spent)
        if spent > limits.seconds * threads:
            solver.stop()

    answer = solver.solve(Board(sfen, validate=False), exact=limits.exact, threads=threads, progress=watch)
    cpu, wall = process_time() - cpu_begin, perf_counter() - begin
    length_after = first_seen.get(answer.plies, cpu) if answer.plies else cpu
    added = peak_mb() - before
    return Run(
        problem,
        threads,
        answer.plies,
        answer.exact,
        length_after,
        cpu,
        wall,
        answer.nodes,
        added,
        asked_exact=limits.exact,
        proved_after=cpu if answer.exact and answer.plies else None,
    )


def given_to(program: Program, problem: Famous, sfen: str, limits: Limits) -> Run:
    answer = ask_for_mate(program, sfen, limits.seconds)
    return Run(
        problem,
        1,
        answer.plies,
        exact=False,
        length_after=answer.cpu,
        cpu=answer.cpu,
        wall=answer.wall,
        nodes=answer.nodes,
        memory_mb=answer.peak_mb,
        program=program.package,
    )


# -- telling

HEAD = (
    "| problem | known | found | length after, s | CPU, s | wall, s | nodes | memory, MB | threads "
    "| proved after, s | best elsewhere | by our length | by our call |\n"
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: |"
)


def row(run: Run) -> str:
    """A row of Markdown."""
    problem, ours = run.problem, run.program == KOMADAI
    by_length = run.factor(run.length_after) if ours else None
    by_call = run.factor(run.cpu) if ours and not run.asked_exact else None
    name = problem.name if ours else f"{problem.name}: {run.program}"
    cells = [
        f"{name}, `exact=True`" if run.asked_exact else name,
        str(problem.plies or "?"),
        str(run.plies or "none"),
        "–" if run.plies is None else f"{run.length_after:.1f}",
        f"{run.cpu:.1f}",
        f"{run.wall:.1f}",
        "–" if run.nodes is None else report.rate(run.nodes),
        f"{run.memory_mb:.0f}",
        str(run.threads),
        "–" if run.proved_after is None else f"{run.proved_after:.1f}",
        str(problem.elsewhere or "none in 60 s"),
        *("–" if factor is None else f"{factor:.1f} ×" for factor in (by_length, by_call)),
    ]
    return f"| {' | '.join(cells)} |"


def table(found: Sequence[Run], limits: Limits) -> str:
    """Markdown, a row for each run, and what the columns say."""
    rows = "\n".join(map(row, found))
    return f"""{HEAD}
{rows}

At most {limits.seconds:g} s of CPU a thread, {limits.memory_mb:,} MB.
*Length after*: processor time until a mate of that length was known; *CPU*: until the call returned, all
threads together; *proved after*: processor time until that call, or another one with `exact=True`, had proved
that no mate is shorter (–: not within the limits).

*Best elsewhere*: the better of KomoringHeights 1.1 and shtsume 1.2.7, one thread, 2 to 4 GB, measured once
before this solver was written and not again here. *By our length*, *by our call*: their seconds by ours,
until the length was known and until the call returned, on one thread, where we found a mate as short at
least."""
