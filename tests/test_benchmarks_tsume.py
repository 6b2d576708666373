"""The measurements of the mate solver measure, tell and write what they say."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benchmarks import __main__ as everything
from benchmarks import report
from benchmarks.programs import Program, ProgramError
from benchmarks.tsume import batch, edo, judged, long, page, problems
from benchmarks.tsume.edo import Entry
from benchmarks.tsume.judged import Judged
from benchmarks.tsume.long import Elsewhere, Famous, Limits, Run
from benchmarks.tsume.measure import PARTS
from benchmarks.tsume.programs import ask_for_mate, length

MATE_IN_3 = "8l/7b1/8k/6+B2/7Pg/9/9/9/9 b Rr3g4s4n3l17p 1"
BARE_KINGS = "4k4/9/9/9/9/9/9/9/4K4 b 2r2b4g4s4n4l18p 1"

IONIZATION = Famous("Ionization", "ionization_789", 789, Elsewhere(817, 45.9, "KomoringHeights"))
NOWHERE = Famous("Zukō 8", "zuko8", None, None)

# A USI engine that says what it was told to.
ENGINE = """
import sys
for line in sys.stdin:
    if line == "isready\\n": print("readyok", flush=True)
    if line.startswith("go mate"): print("info depth 3 nodes 1234 nps 5\\n" + {answer!r}, flush=True)
"""


def engine(folder: Path, answer: str) -> Program:
    script = folder / "engine.py"
    script.write_text(ENGINE.format(answer=answer))
    return Program.parse(f"Peer={sys.executable} {script}")


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


# -- the long problems


def test_a_long_problem_is_told_with_what_it_took() -> None:
    run = Run(IONIZATION, 1, 789, False, 9.26, 15.3, 16.04, 12_700_000, 512.4)
    assert cells(long.row(run)) == [
        "Ionization",
        "789",
        "789",
        "9.3",
        "15.3",
        "16.0",
        "12.7 M",
        "512",
        "1",
        "–",
        "817 in 45.9 s, KomoringHeights",
        "5.0 ×",
        "3.0 ×",
    ]


def test_a_problem_that_nobody_solved_is_told_so() -> None:
    run = Run(NOWHERE, 2, None, False, 60, 60, 60, 1, 0)
    told = cells(long.row(run))
    assert told[1:4] == ["?", "none", "–"]
    assert told[-3:] == ["none in 60 s", "–", "–"]


@pytest.mark.parametrize(("plies", "threads"), [(819, 1), (None, 1), (817, 2)])
def test_only_mates_as_short_found_by_one_thread_are_compared(plies: int | None, threads: int) -> None:
    assert Run(IONIZATION, threads, plies, False, 1, 1, 1, 1, 1).factor(1) is None
    assert Run(IONIZATION, 1, 817, False, 1, 1, 1, 1, 1).factor(2) == 22.95


def test_the_time_for_a_proof_is_not_compared() -> None:
    told = cells(long.row(Run(IONIZATION, 1, 789, False, 9.18, 60, 60, 1, 1, asked_exact=True)))
    assert told[0] == "Ionization, `exact=True`"
    assert told[-2:] == ["5.0 ×", "–"]


def test_it_is_told_how_long_a_proof_took() -> None:
    assert cells(long.row(Run(IONIZATION, 1, 789, False, 1, 1, 1, 1, 1, proved_after=37.25)))[9] == "37.2"


def test_a_problem_is_solved_and_measured() -> None:
    run = long.solve(NOWHERE, MATE_IN_3, 1, Limits(seconds=10, memory_mb=1))
    assert (run.plies, run.exact, run.program) == (3, True, "komadai")
    assert run.nodes
    assert 0 <= run.length_after <= run.cpu


def test_another_call_proves_the_length_and_is_told_of_where_it_finds_a_shorter_mate(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = {("Kotobuki", False): 613, ("Kotobuki", True): 611}
    proved = {"Astral Traveler": 9.5, "Kotobuki": 12.0}

    def solve(problem: Famous, _sfen: str, threads: int, limits: Limits) -> Run:
        name = problem.name.rpartition(", ")[2]
        plies = found.get((name, limits.exact), problem.plies)
        after = proved.get(name) if limits.exact else None
        return Run(
            problem, threads, plies, limits.exact, 1, 1, 1, 1, 1, asked_exact=limits.exact, proved_after=after
        )

    monkeypatch.setattr(long, "solve_apart", solve)
    monkeypatch.setattr(
        problems, "read", lambda _: [problems.Problem(one.id, MATE_IN_3, None) for one in long.FAMOUS]
    )
    told = [(run.plies, run.asked_exact, run.proved_after) for run in long.runs(Limits(), name="kotobuki")]
    assert told == [(613, False, None), (611, True, 12.0)]
    told = [(run.plies, run.asked_exact, run.proved_after) for run in long.runs(Limits(), name="astral")]
    assert told == [(579, False, 9.5)]


def test_another_program_is_asked_and_told_by_its_name(tmp_path: Path) -> None:
    program = engine(tmp_path, "checkmate R*1b 1a1b 3d2d")
    run = long.given_to(program, NOWHERE, MATE_IN_3, Limits(seconds=5))
    assert (run.plies, run.nodes) == (3, 1234)
    assert run.memory_mb > 1
    assert long.row(run).startswith("| Zukō 8: Peer |")


@pytest.mark.parametrize("answer", ["checkmate nomate", "checkmate timeout", "checkmate notimplemented"])
def test_another_program_may_find_no_mate(answer: str, tmp_path: Path) -> None:
    assert ask_for_mate(engine(tmp_path, answer), MATE_IN_3, 5).plies is None


def test_a_program_that_ends_without_an_answer_is_an_error() -> None:
    with pytest.raises(ProgramError, match="nobody did not say readyok"):
        ask_for_mate(Program.parse(f"nobody={sys.executable} -c pass"), MATE_IN_3, 5)


def test_the_length_is_that_of_the_line() -> None:
    assert length("checkmate G*5b\n") == 1
    assert length("checkmate\n") is None
    assert length("") is None


# -- Zukō and Musō

ENTRIES = [
    Entry("Zukō", 1, 69, "mate", 69, True, 1.0, 1_000_000),
    Entry("Zukō", 2, 21, "mate", 19, False, 2.0, 2_000_000),
    Entry("Zukō", 3, None, "unknown", None, False, 3.0, 3_000_000),
    Entry("Musō", 1, None, "no-mate", None, True, 0.0, 100),
    Entry("Musō", 2, 15, "mate", 17, True, 0.0, 100),
]


def test_solved_and_open_problems_are_counted() -> None:
    lines = edo.table(ENTRIES, (3_000_000,), 256).splitlines()
    assert cells(lines[2]) == ["Zukō", "3", "2", "1", "0", "1", "6", "6.00 M"]
    assert cells(lines[3]) == ["Musō", "2", "1", "1", "1", "0", "0", "200"]
    assert cells(lines[4])[:6] == ["together", "5", "3", "2", "1", "1"]


def test_problems_without_a_mate_or_with_another_length_are_named() -> None:
    assert edo.special(ENTRIES) == [
        "- Open: Zukō 3.",
        "- No mate (不詰), proved: Musō 1.",
        "- Shorter than in the records beside the data: Zukō 2 (≤ 19, not 21).",
        "- Longer than there: Musō 2 (17, not 15).",
    ]


def test_problems_are_named_by_book() -> None:
    assert edo.named([("Zukō", "3"), ("Musō", "1"), ("Zukō", "7")]) == "Zukō 3, 7; Musō 1"


def test_the_lengths_stand_in_a_grid() -> None:
    entries = [Entry("Zukō", number, None, "mate", 9, True, 0, 0) for number in range(1, 13)]
    assert [cells(line)[0] for line in edo.grid(entries).splitlines()[2:]] == ["0", "10"]
    assert cells(edo.grid(ENTRIES[:4]).splitlines()[2])[1:] == ["69", "≤ 19", "?", "不詰"]


def test_what_is_open_gets_more_nodes_and_they_add_up() -> None:
    entry = Entry("Zukō", 1, None, "unknown", None, exact=False, cpu=2.5, nodes=100)
    solved = edo.attempt(entry, MATE_IN_3, 10_000, 1)
    assert (solved.result, solved.plies, solved.exact) == ("mate", 3, True)
    assert solved.nodes > 100
    assert solved.cpu >= 2.5
    assert edo.attempt(entry, BARE_KINGS, 10_000, 1).result == "no-mate"


def test_faults_are_named_by_their_kind() -> None:
    found = [
        Judged("Zukō", 1, "full", (), 1, 1),
        Judged("Zukō", 2, "deficient", ("cook", "early"), 1, 1),
        Judged("Musō", 1, "unproved", (), 1, 1),
    ]
    lines = judged.table(found, 2_000_000).splitlines()
    assert cells(lines[2])[1:4] == ["1", "1", "0"]
    assert cells(lines[4])[1:4] == ["1", "1", "1"]
    assert lines[-2:] == ["- 余詰, a cook: Zukō 2.", "- 早詰, a quicker mate: Zukō 2."]


# -- short ones


def test_short_problems_are_solved_by_each_solver_that_is_here() -> None:
    found = batch.measure_length(3, [MATE_IN_3, BARE_KINGS], batch.solvers(), rounds=1)
    assert set(found.mates.values()) == {1}
    assert all(rate > 0 for rate in found.rates.values())


def test_short_problems_are_compared_with_cshogi_and_missed_mates_told() -> None:
    mates = {batch.A_MATE: 500, batch.EXACT: 500, batch.PEER: 499}
    found = batch.Length(
        3, 500, {batch.A_MATE: 200_000.0, batch.EXACT: 100_000.0, batch.PEER: 92_700.0}, mates
    )
    assert cells(batch.table([found]).splitlines()[2]) == [
        "3 plies",
        "200 k",
        "100 k",
        "92.7 k (1 missed)",
        "2.2 ×",
        "1.1 ×",
    ]


def test_without_cshogi_nothing_is_compared() -> None:
    found = batch.Length(3, 1, {batch.A_MATE: 2.0, batch.EXACT: 1.0}, {batch.A_MATE: 1, batch.EXACT: 1})
    assert cells(batch.table([found]).splitlines()[2]) == ["3 plies", "2.00", "1.00"]


# -- reading and writing


def test_problems_are_read_with_their_lengths(tmp_path: Path) -> None:
    lines = [{"id": "a", "sfen": MATE_IN_3, "moves": 3}, {"id": "b", "sfen": BARE_KINGS, "moves": None}]
    (tmp_path / "some.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    assert [problem.plies for problem in problems.read("some", tmp_path)] == [3, None]


def test_a_part_of_the_page_is_replaced_and_nothing_else() -> None:
    whole = f"before\n\n{page.begin('edo')}\n\nold\n\n{page.end('edo')}\n\nafter\n"
    assert page.replaced(whole, "edo", "new") == whole.replace("old", "new")
    with pytest.raises(page.PageError, match="no <!-- long"):
        page.replaced(whole, "long", "new")


def test_the_page_has_a_place_for_every_part() -> None:
    whole = page.PAGE.read_text(encoding="utf-8")
    for part in PARTS:
        assert page.replaced(whole, part, "new") != whole


def test_a_busy_machine_is_told() -> None:
    assert "load 3.5" in report.measured("table", 3.52)
    assert "load" not in report.measured("table", 0.1)


# -- make bench


def bench(monkeypatch: pytest.MonkeyPatch, folder: Path, *words: str) -> list[tuple[str, ...]]:
    """Runs it without its own rows; which parts of the mate problems were measured."""
    measured = []

    def measure(parts: tuple[str, ...], *_: object, **__: object) -> dict[str, list[object]]:
        measured.append(parts)
        return {"long": []}

    monkeypatch.setattr(everything, "ROWS", [])
    monkeypatch.setattr(everything, "measure_tsume", measure)
    monkeypatch.setattr(problems, "FOLDER", folder)
    monkeypatch.setattr(sys, "argv", ["bench", *words])
    assert everything.main() == 0
    return measured


def test_mate_problems_are_part_of_all_benchmarks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench(monkeypatch, tmp_path, "--json") == [("long", "edo", "batch")]
    assert json.loads(capsys.readouterr().out)["tsume"] == {"long": []}


def test_mate_problems_are_left_out_for_a_single_row_or_without_their_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench(monkeypatch, tmp_path, "--row", "SFEN") == []
    assert bench(monkeypatch, tmp_path / "nothing") == []
    assert "no mate problems" in capsys.readouterr().err
