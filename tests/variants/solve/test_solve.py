"""The native solver agrees with a plain one on every position of tiny variants."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from komadai._core import Retrograde, SmallGame
from komadai.errors import RangeError, SfenError, VariantError
from komadai.variants import Board
from komadai.variants.solve import Progress, Table, Value, analysis, fit, solve, state_file, table_path
from komadai.variants.solve.requirements import rules_of
from tests.variants.solve.plain_solver import Solved, canonical, solve_plainly
from tests.variants.solve.tiny_variants import DOBUTSU, LEFT_HANDED, TINY, variant

BY_NAME = {each.name: each for each in [*TINY, LEFT_HANDED]}
CHICKS = BY_NAME["chicks"]


@cache
def solved_plainly(name: str) -> Solved:
    return solve_plainly(BY_NAME[name], mirrors=name != "left-handed")


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Table]:
    folder = tmp_path_factory.mktemp("tables")
    return {name: solve(each, folder, threads=2) for name, each in BY_NAME.items()}


@pytest.mark.parametrize("name", BY_NAME)
def test_positions_are_counted_as_by_the_plain_solver(name: str, tables: dict[str, Table]) -> None:
    plain, figures = solved_plainly(name), tables[name].figures
    assert figures.open_positions == len(plain.moves)
    assert figures.wins_at_once == len(plain.wins_at_once)
    assert figures.losses_at_once == len(plain.losses_at_once)
    plies = Counter(plain.plies[each] for each in plain.moves if each in plain.plies)
    assert figures.by_distance == tuple(plies[i] for i in range(max(plies) + 1))
    assert figures.open_drawn == len(plain.moves) - plies.total()


@pytest.mark.parametrize("name", BY_NAME)
def test_every_position_has_the_value_of_the_plain_solver(name: str, tables: dict[str, Table]) -> None:
    plain, table = solved_plainly(name), tables[name]
    for position in [*plain.moves, *plain.wins_at_once, *plain.losses_at_once]:
        plies = plain.plies.get(position)
        assert table.value(position) == value_of(plies), position


def value_of(plies: int | None) -> Value:
    if plies is None:
        return Value("draw", None)
    return Value("win" if plies % 2 else "loss", plies)


@pytest.mark.parametrize("name", BY_NAME)
def test_every_move_has_the_value_of_the_position_after_it(name: str, tables: dict[str, Table]) -> None:
    plain, table = solved_plainly(name), tables[name]
    for position, moves in list(plain.moves.items())[:500]:
        values = table.moves(position)
        assert values.keys() == moves.keys()
        for usi, after in moves.items():
            plies = plain.plies.get(after)
            assert values[usi].plies == (None if plies is None else plies + 1)
        best = next(iter(values.values()), None)
        assert best is None or best == table.value(position)


def test_a_board_with_white_to_move_has_the_value_of_its_image(tables: dict[str, Table]) -> None:
    board = Board(CHICKS)
    board.push(board.legal_moves[0])
    table = tables["chicks"]
    assert table.value(board) == table.value(canonical(board.sfen()))
    values = table.moves(board)
    assert values.keys() == {move.usi() for move in board.legal_moves}


def test_the_royal_piece_can_be_taken_in_one_ply(tables: dict[str, Table]) -> None:
    table, position = tables["chicks"], "3/1k1/1C1/1K1 b C 1"
    assert table.value(position) == Value("win", 1)
    moves = table.moves(position)
    assert next(iter(moves)) == "2c2b"
    assert moves["2c2b"] == Value("win", 1)


def test_a_finished_game_is_lost_in_no_ply_and_has_no_moves(tables: dict[str, Table]) -> None:
    table, position = tables["chicks"], "1K1/3/1k1/3 w 2C 1"
    assert table.value(position) == Value("loss", 0)
    assert table.moves(position) == {}


def test_positions_that_cannot_be_reached_have_no_value(tables: dict[str, Table]) -> None:
    table = tables["chicks"]
    assert table.value("1k1/1c1/1C1/1K1 b C 1") is None  # three chicks
    assert table.value("1K1/3/1k1/3 b 2C 1") is None  # the game ended before White's move
    assert table.moves("1k1/1c1/1C1/1K1 b C 1") == {}
    with pytest.raises(SfenError):
        table.value("nonsense")


def test_an_analysis_continues_from_every_saved_state(tmp_path: Path, tables: dict[str, Table]) -> None:
    game = SmallGame(rules_of(CHICKS))
    file = tmp_path / "state"
    stages = set()
    while True:
        retrograde = Retrograde(game)
        if (state := state_file.load(file, game.fingerprint)) is not None:
            with state:
                retrograde.restore(state.counters, state.arrays)
        done = retrograde.run(1, 0)  # a chunk or nothing
        done = done or retrograde.run(1, 0.001)
        counters = retrograde.counters()
        stages.add(counters["stage"])
        if done:
            break
        state_file.save(file, game.fingerprint, counters, retrograde.arrays(), 0, 0)
    assert stages >= {0, 2, 3}
    assert tuple(counters["decided"][: len(tables["chicks"].figures.by_distance)]) == (
        tables["chicks"].figures.by_distance
    )


class Stopped(Exception):
    pass


def test_an_analysis_that_was_stopped_continues(tmp_path: Path, tables: dict[str, Table]) -> None:
    def stop(progress: Progress) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        solve(CHICKS, tmp_path, threads=1, on_progress=stop)
    assert [each.suffix for each in tmp_path.iterdir() if each.suffix == ".state"]
    assert not table_path(CHICKS, tmp_path).exists()
    table = solve(CHICKS, tmp_path, threads=1)
    assert table.figures.by_distance == tables["chicks"].figures.by_distance
    assert not [each for each in tmp_path.iterdir() if each.suffix == ".state"]


def test_a_damaged_state_or_one_of_other_rules_is_not_continued(tmp_path: Path) -> None:
    game, other = SmallGame(rules_of(CHICKS)), SmallGame(rules_of(LEFT_HANDED))
    retrograde = Retrograde(game)
    file = tmp_path / "state"
    state_file.save(file, game.fingerprint, retrograde.counters(), retrograde.arrays(), 0, 0)
    assert state_file.load(file, other.fingerprint) is None
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(content)
    assert state_file.load(file, game.fingerprint) is None
    file.write_bytes(content[:100])
    assert state_file.load(file, game.fingerprint) is None


def test_two_processes_do_not_solve_the_same_variant(tmp_path: Path) -> None:
    def start_another(progress: Progress) -> None:
        code = (
            "import sys\n"
            "from komadai.errors import VariantError\n"
            "from komadai.variants.solve import solve\n"
            "from tests.variants.solve.tiny_variants import TINY\n"
            "try:\n"
            "    solve(next(each for each in TINY if each.name == 'chicks'), sys.argv[1])\n"
            "except VariantError as error:\n"
            "    print(error.reason.code)\n"
        )
        command = [sys.executable, "-c", code, str(tmp_path)]
        root = Path(__file__).parents[3]
        another = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
        assert another.stdout == "solve-running\n"
        raise Stopped

    with pytest.raises(Stopped):
        solve(CHICKS, tmp_path, on_progress=start_another)


def test_a_table_is_not_used_with_other_rules(tmp_path: Path, tables: dict[str, Table]) -> None:
    with pytest.raises(VariantError, match="other rules"):
        Table.open(tables["chicks"].path, LEFT_HANDED)
    file = tmp_path / "damaged"
    for content in (b"", b"x", tables["chicks"].path.read_bytes()[:-5]):
        file.write_bytes(content)
        with pytest.raises(VariantError, match="damaged"):
            Table.open(file, CHICKS)


def test_a_solved_variant_is_not_solved_again(tables: dict[str, Table]) -> None:
    def refuse(progress: Progress) -> None:
        raise AssertionError

    table = solve(CHICKS, tables["chicks"].path.parent, on_progress=refuse)
    assert table.figures == tables["chicks"].figures


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("chu", "solve-lion-rule"),
        ("chu", "solve-paths"),
        ("tori", "solve-repetition"),
        ("tori", "solve-drop-mate"),
        ("minishogi", "solve-drop-mate"),
        ("minishogi", "solve-memory"),
        ("micro", "solve-memory"),
        ("kyoto", "solve-memory"),
        ("shatranj", "solve-bare-king"),
        ("check-shogi", "solve-check-wins"),
        ("shogi", "solve-squares"),
        ("tenjiku", "solve-burns"),
        ("maka-dai-dai", "solve-contagious"),
        ("sho", "solve-royals"),
    ],
)
def test_variants_that_cannot_be_solved_have_a_reason(name: str, code: str) -> None:
    assert code in [each.code for each in fit(name).problems]


def test_odd_boards_and_many_pieces_have_a_reason() -> None:
    pieces: list[dict[str, object]] = [{"id": each, "betza": "W"} for each in "ABCDEFGHI"]
    rules = {"check": "ignore", "drops": True}
    kinds = variant("kinds", 3, 9, "kab/3/3/3/3/3/3/3/CBK", rules, pieces, symmetric=False)
    assert fit(kinds).problems == ()
    nine = variant("nine", 4, 8, "kabc/defg/hi2/4/4/4/4/3K", rules, pieces, symmetric=False)
    assert "solve-many-kinds" in [each.code for each in fit(nine).problems]
    for files, sfen in ((2, "Kk"), (3, "K1k")):
        board = variant("line", files, 1, sfen, rules, [], symmetric=False)
        fit(board)


def test_a_table_needs_a_finished_search() -> None:
    retrograde = Retrograde(SmallGame(rules_of(CHICKS)))
    with pytest.raises(ValueError, match="search"):
        retrograde.open_set(0, 512)
    while not retrograde.run(1, 1):
        pass
    for first in (1, 1 << 40):
        with pytest.raises(RangeError):
            retrograde.distances(first, 512)
    with pytest.raises(RangeError):
        retrograde.run(0, 1)


def test_a_state_of_another_size_is_refused() -> None:
    retrograde = Retrograde(SmallGame(rules_of(CHICKS)))
    counters = retrograde.counters()
    with pytest.raises(ValueError, match="arrays"):
        retrograde.restore(counters, [b"", b"", b""])
    while not retrograde.run(1, 1):
        pass
    counters, arrays = retrograde.counters(), [bytes(each) for each in retrograde.arrays()]
    with pytest.raises(ValueError, match="counted"):
        Retrograde(SmallGame(rules_of(CHICKS))).restore(counters, [bytes(len(arrays[0])), arrays[1]])


def test_a_large_memory_does_not_make_every_variant_solvable() -> None:
    assert "solve-too-many" in [each.code for each in fit("micro", 1 << 60).problems]


@pytest.mark.parametrize(
    ("error", "code"), [(OverflowError, "solve-too-long"), (ValueError, "solve-too-many")]
)
def test_limits_that_only_the_analysis_finds_have_a_reason(
    error: type[Exception], code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Limited:
        def __init__(self, game: SmallGame) -> None:
            self._retrograde = Retrograde(game)
            self.counters = self._retrograde.counters
            self.arrays = self._retrograde.arrays

        def run(self, threads: int, seconds: float) -> bool:
            raise error

    monkeypatch.setattr(analysis, "Retrograde", Limited)
    with pytest.raises(VariantError) as raised:
        solve(CHICKS, tmp_path)
    assert raised.value.message.code == code


def test_the_name_of_a_variant_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    hostile = replace(CHICKS, name="../../x/y.z")  # a definition file with such a name is refused
    assert table_path(hostile, tmp_path) == tmp_path / "-x-y-z.solved"


def test_the_number_of_threads_is_limited(tmp_path: Path) -> None:
    with pytest.raises(RangeError, match="threads"):
        solve(CHICKS, tmp_path, threads=513)


def test_the_setup_must_be_undecided(tmp_path: Path) -> None:
    decided = variant("decided", 3, 3, "3/1k1/1K1", DOBUTSU, [], symmetric=False)
    with pytest.raises(VariantError, match="decided"):
        solve(decided, tmp_path)


def test_dobutsu_can_be_solved_in_a_tenth_of_the_memory() -> None:
    needed = fit("dobutsu")
    assert needed.solvable
    assert needed.arrangements == SmallGame(rules_of("dobutsu")).size == 855_232_344
    assert needed.open_positions > 99_485_568
    assert needed.memory < 400 << 20
    assert [each.code for each in fit("dobutsu", 100 << 20).problems] == ["solve-memory"]


def test_minishogi_has_as_many_arrangements_as_published() -> None:
    """Published by the Tanaka laboratory of the University of Tokyo (minishogi-position-ranking)."""
    assert fit("minishogi").arrangements == pytest.approx(16_014_219_505_238_849_250, rel=1e-14)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs a system with SIGKILL")
def test_an_analysis_that_was_killed_continues(tmp_path: Path, tables: dict[str, Table]) -> None:
    code = (
        "import os, signal, sys\n"
        "from komadai.variants.solve import analysis\n"
        "from tests.variants.solve.tiny_variants import TINY\n"
        "analysis._SAVE_INTERVAL = analysis._SLICE = 0\n"
        "reports = 0\n"
        "def report(progress):\n"
        "    global reports\n"
        "    reports += 1\n"
        "    if reports == 30:\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
        "chicks = next(each for each in TINY if each.name == 'chicks')\n"
        "analysis.solve(chicks, sys.argv[1], threads=1, on_progress=report)\n"
    )
    for _ in range(2):
        killed = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path)],
            cwd=Path(__file__).parents[3],
            env=os.environ,
            check=False,
        )
        assert killed.returncode == -signal.SIGKILL
    assert (tmp_path / "chicks.state").exists()
    table = solve(CHICKS, tmp_path)
    assert table.figures.by_distance == tables["chicks"].figures.by_distance
