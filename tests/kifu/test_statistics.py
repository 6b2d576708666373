"""Statistics of many games, compared with a slow computation from whole games."""

from __future__ import annotations

import doctest
import json
import math
import pickle
import random
import statistics as numbers
import tracemalloc
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

import komadai
from komadai import BLACK, WHITE, Board, Move, Outcome
from komadai import Termination as Why
from komadai.errors import RecordError
from komadai.kifu import Game, read_all, scan, write
from komadai.kifu.statistics import (
    Distribution,
    FactsReader,
    Results,
    Statistics,
    Tally,
    collect,
    facts_of,
    wilson,
)
from tests.kifu.samples import GAMES, needs_games, tree

FIRST_MOVES = ("7g7f 3c3d", "7g7f 8c8d", "2g2f 8c8d", "2g2f 3c3d", "7g7f 3c3d", "5g5f")


def game(moves: str = "", outcome: Outcome | None = None, start: str = "even", **headers: str) -> Game:
    played = Game(Board.handicap(start).sfen(), headers)
    played.extend(map(Move.from_usi, moves.split()))
    played.outcome = outcome
    return played


def played_on(seed: int) -> Game:
    """An even game with a usual opening, times for some moves and a random ending."""
    chance = random.Random(seed)
    result = game(chance.choice(FIRST_MOVES), black=f"B{seed}", white=f"W{seed}")
    board = result.board(result.end)
    for _ in range(chance.randrange(40)):
        board.push(move := chance.choice(list(board.legal_moves)))
        result.end.add(move, time_ms=chance.choice((None, chance.randrange(90) * 1000)))
        if board.outcome() is not None:
            break
    result.outcome = chance.choice(
        (
            None,
            Outcome(board.turn.opponent, Why.RESIGNATION),
            Outcome(board.turn.opponent, Why.RESIGNATION),
            Outcome(board.turn.opponent, Why.TIME_FORFEIT),
            Outcome(None, Why.SENNICHITE),
            Outcome(None, Why.INTERRUPTED),
        )
    )
    return result


CORPUS = [*(played_on(seed) for seed in range(60)), *(tree(seed) for seed in range(40)), played_on(3), game()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The corpus as KIF files."""
    path = tmp_path_factory.mktemp("games")
    for number, each in enumerate(CORPUS):
        (path / f"{number:03}.kif").write_text(write(each, "kif"), "utf-8")
    return path


@pytest.fixture(scope="module")
def games(folder: Path) -> list[Game]:
    """The corpus as whole games."""
    return [each for path in sorted(folder.iterdir()) for each in read_all(path)]


@pytest.fixture(scope="module")
def counted(folder: Path) -> Statistics:
    """The corpus as it is counted: with a visitor, without trees."""
    return collect(folder, opening_plies=3)


def who_won(each: Game) -> str:
    outcome = each.outcome
    if outcome is None or outcome.termination is Why.INTERRUPTED:
        return "unfinished"
    return {BLACK: "black", WHITE: "white", None: "draws"}[outcome.winner]


def results(games: list[Game]) -> Results:
    return Results(**Counter(map(who_won, games)))


class TestAgainstASlowComputation:
    def test_results(self, games: list[Game], counted: Statistics) -> None:
        even = [each for each in games if each.handicap is not None and not each.is_handicap]
        assert counted.games == len(games) == len(CORPUS)
        assert counted.results == results(games)
        assert counted.even == results(even)
        assert {each.handicap: each.results for each in counted.handicaps} == {
            key: results([each for each in games if each.handicap and each.handicap.key == key])
            for key in {each.handicap.key for each in games if each.handicap} - {"even"}
        }
        assert counted.other_starts == Results()
        assert min(counted.even.black, counted.even.white, counted.even.draws, counted.even.unfinished) > 3

    def test_terminations(self, games: list[Game], counted: Statistics) -> None:
        expected = Counter(each.outcome and each.outcome.termination.value for each in games)
        assert {each.termination: each.games for each in counted.terminations} == expected
        assert [each.games for each in counted.terminations] == sorted(expected.values(), reverse=True)

    def test_plies(self, games: list[Game], counted: Statistics) -> None:
        plies = [len(each.moves()) for each in games]
        assert counted.plies is not None
        assert_spread(counted.plies, plies)
        assert counted.longest is not None
        assert counted.shortest is not None
        longest = plies.index(max(plies))
        assert (counted.longest.plies, counted.shortest.plies) == (max(plies), min(plies))
        assert (counted.longest.black, counted.longest.white) == (
            games[longest].headers.get("black", ""),
            games[longest].headers.get("white", ""),
        )

    def test_openings(self, games: list[Game], counted: Statistics) -> None:
        even = [each for each in games if each.handicap and each.handicap.key == "even"]
        lines = {tuple(map(str, each.moves()[:depth])) for each in even for depth in (1, 2, 3)}

        def with_line(line: tuple[str, ...]) -> list[Game]:
            return [each for each in even if tuple(map(str, each.moves()[: len(line)])) == line]

        expected = {line: results(with_line(line)) for line in lines if line and with_line(line)}
        assert {each.moves: each.results for each in counted.openings} == {
            line: found for line, found in expected.items() if len(with_line(line)[0].moves()) >= len(line)
        }
        for each in counted.openings:
            assert each.share == each.results.games / len(with_line(each.moves[:-1]))
        first = [each for each in counted.openings if len(each.moves) == 1]
        assert [each.results.games for each in first] == sorted(
            (each.results.games for each in first), reverse=True
        )

    def test_a_line_is_followed_by_its_continuations(self, counted: Statistics) -> None:
        open_line: tuple[str, ...] = ()
        for each in counted.openings:
            assert each.moves[:-1] == open_line[: len(each.moves) - 1]
            open_line = each.moves

    def test_moves(self, games: list[Game], counted: Statistics) -> None:
        legal: list[int] = []
        by_ply: dict[int, list[int]] = {}
        kinds: Counter[str] = Counter()
        for each in games:
            board = each.board()
            for ply, move in enumerate(each.moves(), 1):
                legal.append(sum(1 for _ in board.legal_moves))
                by_ply.setdefault(ply, []).append(legal[-1])
                before = len(board.pieces())
                board.push(move)
                kinds["captures"] += len(board.pieces()) < before
                kinds["drops"] += "*" in str(move)
                kinds["promotions"] += str(move).endswith("+")
                kinds["checks"] += bool(board.checkers())
        assert counted.legal_moves is not None
        assert_spread(counted.legal_moves.positions, legal)
        by_ply_found = counted.legal_moves.by_ply
        assert [count for count, _ in by_ply_found] == [len(found) for found in by_ply.values()]
        assert [mean for _, mean in by_ply_found] == pytest.approx(
            [numbers.fmean(found) for found in by_ply.values()]
        )
        assert counted.kinds.to_dict() == {"moves": len(legal), **kinds}
        assert min(kinds.values()) > 10

    def test_times(self, games: list[Game], counted: Statistics) -> None:
        timed = [each for each in games if any(node.time_ms is not None for node in each.main_line())]
        known = [node.time_ms for each in timed for node in each.main_line() if node.time_ms is not None]
        spent: dict[komadai.Color, int] = {BLACK: 0, WHITE: 0}
        for each in timed:
            board = each.board()
            for node in each.main_line():
                assert node.move is not None
                spent[board.turn] += node.time_ms or 0
                board.push(node.move)
            spent[board.turn] += each.end.outcome_ms or 0
        assert counted.times is not None
        assert (counted.times.games, counted.times.moves) == (len(timed), len(known))
        assert counted.times.mean_ms == pytest.approx(numbers.fmean(known))
        assert counted.times.longest_ms == max(known)
        assert counted.times.black_ms == pytest.approx(spent[BLACK] / len(timed))
        assert counted.times.white_ms == pytest.approx(spent[WHITE] / len(timed))

    def test_repeated_games(self, games: list[Game], counted: Statistics) -> None:
        distinct = {(each.sfen, tuple(each.moves())) for each in games if each.moves()}
        assert counted.repeated == sum(1 for each in games if each.moves()) - len(distinct) > 0

    def test_the_visitor_counts_the_same_as_whole_games(self, games: list[Game], folder: Path) -> None:
        assert [facts_of(each) for each in games] == list(scan(folder, FactsReader))

    @needs_games
    def test_also_in_the_odd_files(self) -> None:
        seen = 0
        for path in sorted((GAMES / "odd").rglob("*.*")):
            try:
                whole = list(read_all(path))
            except RecordError:
                continue
            read = list(scan(path, FactsReader))
            assert [facts_of(each).moves for each in whole] == [each.moves for each in read], path
            assert [each.outcome for each in whole] == [each.outcome for each in read], path
            seen += len(read)
        assert seen > 100


def assert_spread(found: Distribution, values: list[int]) -> None:
    """The distribution is that of these values."""
    ordered = sorted(values)
    assert found.count == len(values)
    assert (found.least, found.most) == (ordered[0], ordered[-1])
    assert found.mean == pytest.approx(numbers.fmean(values))
    assert found.median == numbers.median(values)
    assert found.deviation == pytest.approx(numbers.pstdev(values))
    for part, value in found.percentiles:
        assert value == ordered[math.ceil(part / 100 * len(values)) - 1]
        assert found.percentile(part) == value
    assert found.histogram == tuple(sorted(Counter(values).items()))


def test_memory_stays_flat() -> None:
    facts = [facts_of(each) for each in CORPUS]
    tally = Tally()
    for each in facts:
        tally.add(each)
    tracemalloc.start()
    for number in range(4_000):
        tally.add(facts[number % len(facts)], file="games", number=number)
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 4_000 * 8 * 2 + 10_000, "eight bytes a game, and the room that an array keeps free"


class TestMerging:
    def test_tallies_of_parts_merge_to_that_of_all(self, games: list[Game]) -> None:
        whole = Tally(3)
        merged = Tally(3)
        for start in range(0, len(games), 7):
            part = Tally(3)
            for number, each in enumerate(games[start : start + 7], start):
                for tally in (whole, part):
                    tally.add(facts_of(each), file="games", number=number)
            merged.merge(pickle.loads(pickle.dumps(part)))
        assert merged.statistics() == whole.statistics()

    def test_an_empty_tally_changes_nothing(self, games: list[Game]) -> None:
        for first, second in ((games, []), ([], games)):
            tally, more = Tally(), Tally()
            for each in first:
                tally.add(facts_of(each))
            for each in second:
                more.add(facts_of(each))
            tally.merge(more)
            assert tally.statistics().games == len(games)
            assert tally.statistics().longest is not None

    def test_tallies_of_different_depths_cannot_be_merged(self) -> None:
        with pytest.raises(ValueError, match="different depths"):
            Tally(2).merge(Tally(3))


class TestOddGames:
    def test_no_games(self) -> None:
        nothing = Tally().statistics()
        assert nothing.games == nothing.results.games == 0
        assert nothing.results.black_rate is None
        assert nothing.results.interval is None
        assert (nothing.plies, nothing.longest, nothing.legal_moves, nothing.times) == (None,) * 4
        assert [*nothing.openings, *nothing.terminations, *nothing.handicaps] == []

    def test_a_game_without_moves_has_no_legal_moves_and_is_no_repetition(self) -> None:
        found = statistics(game(), game())
        assert found.plies is not None
        assert (found.plies.mean, found.legal_moves, found.repeated) == (0, None, 0)
        assert found.openings == ()

    def test_in_a_handicap_game_black_is_the_receiver_and_first_moves_are_not_counted(self) -> None:
        found = statistics(game("5a4b", Outcome(WHITE, Why.RESIGNATION), "two-piece"))
        (handicap,) = found.handicaps
        assert (handicap.handicap, handicap.results) == ("two-piece", Results(white=1))
        assert found.even.games == 0
        assert found.openings == ()

    def test_positions_other_than_handicaps_are_other_starts(self) -> None:
        problem = Game("4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
        assert statistics(problem).other_starts == Results(unfinished=1)

    def test_positions_after_an_illegal_move_are_not_counted(self) -> None:
        # Black's bishop jumps over its pawn; the game goes on.
        (facts,) = read_facts("position startpos moves 7g7f 3c3d 8h1a 8c8d")
        assert (len(facts.moves), facts.illegal_moves) == (4, [3])
        assert facts.count_moves().legal == [30, 30]
        tally = Tally()
        tally.add(facts)
        found = tally.statistics()
        assert (found.with_illegal_moves, found.with_warnings, found.kinds.moves) == (1, 1, 2)
        assert found.plies is not None
        assert found.plies.mean == 4

    def test_moves_after_an_ending_are_a_variation(self) -> None:
        (facts,) = read_facts("V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n")
        assert len(facts.moves) == 2
        branched = game("7g7f 3c3d", Outcome(BLACK, Why.RESIGNATION))
        branched.end.add(Move.from_usi("8h2b+"))
        branched.root.add(Move.from_usi("2g2f"))
        (facts,) = read_facts(write(branched, "kif"))
        assert facts == facts_of(next(read_all(write(branched, "kif"))))
        assert [str(move) for move in facts.moves] == ["7g7f", "3c3d"]

    def test_the_side_that_moves_first_is_white_in_handicap_games(self) -> None:
        played = Game(Board.handicap("lance").sfen())
        played.end.add(Move.from_usi("3c3d"), time_ms=5000)
        played.end.add(Move.from_usi("7g7f"), time_ms=1000)
        assert facts_of(played).spent_ms() == (1000, 5000)


def statistics(*games: Game) -> Statistics:
    tally = Tally()
    for each in games:
        tally.add(facts_of(each))
    return tally.statistics()


def read_facts(text: str) -> list[komadai.kifu.statistics.game_facts.Facts]:
    return list(komadai.kifu.parse(text, FactsReader()))


def test_wilsons_interval_agrees_with_published_values() -> None:
    # Newcombe (1998), table I: 81 of 263, and 0 of 20.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)
    assert wilson(20, 20) == pytest.approx((0.8389, 1.0), abs=5e-5)
    assert wilson(0, 0) is None


def test_win_rates_leave_out_draws_and_unfinished_games() -> None:
    assert Results(black=3, white=1, draws=5, unfinished=7).black_rate == 0.75
    assert Results(black=3, white=1, draws=5, unfinished=7).games == 16


@pytest.mark.parametrize("module", [komadai.kifu.statistics.results, komadai.kifu.statistics])
def test_the_documented_examples_run(module: ModuleType) -> None:
    results = doctest.testmod(module)
    assert results.attempted
    assert not results.failed


def test_statistics_can_be_converted_to_json(counted: Statistics) -> None:
    found = json.loads(json.dumps(counted.to_dict()))
    assert found["results"]["games"] == counted.games
    assert found["results"]["black_rate"] == counted.results.black_rate
    assert found["plies"]["percentiles"][0] == [5, dict(counted.plies.percentiles)[5]]  # type: ignore[union-attr]
    assert found["openings"][0]["moves"] == ["7g7f"]
    assert found["longest"]["plies"] == counted.longest.plies  # type: ignore[union-attr]


def test_an_unreadable_file_is_reported_or_raised(tmp_path: Path) -> None:
    (tmp_path / "a.kif").write_text(write(game("7g7f"), "kif"))
    (tmp_path / "b.kif").write_bytes(b"\0\1\2")
    told: list[str] = []
    found = collect(tmp_path, on_error=lambda name, error: told.append(name))
    assert (found.games, told) == (1, [str(tmp_path / "b.kif")])
    with pytest.raises(RecordError):
        collect(tmp_path)
