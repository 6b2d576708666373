"""New problems from games: removing pieces, the problems found, and reproducibility."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from komadai import Board, Move, RangeError, RecordError, kifu, tsume
from komadai.kifu import Game
from komadai.tsume.composition import Composition
from komadai.tsume.mining.duplicates import around_king, keys
from komadai.tsume.mining.minimize import ProblemChecker, minimize
from komadai.tsume.mining.mutate import mutate
from komadai.tsume.mining.selfplay import SelfPlay

# Two golds mate in 3; no other move does.
SMALL = "4sk3/4r4/4p4/9/9/6R2/9/9/9 b G2b3g3s4n4l17p 1"
# The same problem in a game: with kings and unrelated pieces of both sides.
BUSY = "l3sk3/4r4/p3p4/9/9/6R2/P1P6/1B1S5/LNKG5 b GN2P 1"


def moves(text: str) -> tuple[Move, ...]:
    return tuple(map(Move.from_usi, text.split()))


def composition(sfen: str) -> Composition:
    return Composition.of(Board(sfen, validate=False))


def minimized(sfen: str, seed: int = 0) -> tuple[str, str] | None:
    found = minimize(composition(sfen), 15, ProblemChecker(), Random(seed))
    return found and (found[0].sfen(), " ".join(move.usi() for move in found[1]))


# -- removing pieces


def test_pieces_that_the_mate_does_not_need_go_to_the_defenders_hand() -> None:
    assert minimized(BUSY) == (SMALL, "G*3a 4a4b 3f3b+")


def test_an_attack_by_white_becomes_one_by_black() -> None:
    board = Board(BUSY, validate=False)
    turned = Composition.of(board)
    swapped = Composition({80 - at: piece.swapcase() for at, piece in turned.pieces.items()}, {}).sfen()
    places = swapped.split()[0]
    white = Board(f"{places} w g 1", validate=False)
    assert Composition.of(white).pieces == turned.pieces
    assert Composition.of(white).hand == {"G": 1}


def test_a_remaining_king_is_the_attackers() -> None:
    board = Board("4k4/9/4G4/9/9/9/9/9/4K4 b G 1")
    assert "K" not in Composition.of(board).sfen()
    assert "K" in Composition.of(board, king=True).sfen()


@pytest.mark.parametrize(
    ("sfen", "why"),
    [
        ("4k4/9/4P4/9/9/9/9/9/9 b S 1", "no mate"),
        ("4k4/9/4P4/9/9/9/9/4L4/9 b 2GR 1", "two golds mate in many ways"),
        ("9/9/9/9/4k4/9/9/9/9 b - 1", "nothing to attack with"),
    ],
)
def test_positions_that_do_not_become_problems(sfen: str, why: str) -> None:
    found = minimized(sfen)
    if found is not None:
        assert tsume.inspect(Board(found[0])).verdict == "full", why


@pytest.mark.parametrize("seed", range(8))
def test_no_piece_of_a_minimized_problem_can_be_removed(seed: int) -> None:
    found = minimize(composition(BUSY), 15, ProblemChecker(), Random(seed))
    assert found is not None
    small, line = found
    for square in [*small.attackers(), *small.defenders()]:
        board = small.without(square).board()
        if board is not None:
            report = tsume.inspect(board)
            assert report.verdict != "full" or report.plies != len(line)


# -- changed problems


def test_changed_problems_are_sound_different_and_no_shorter() -> None:
    checker = ProblemChecker()
    grown = 0
    for problem in tsume.problems(plies=5)[::40]:
        likenesses = {around_king(problem.composition(), problem.moves)}
        length = 5
        for each, solution in mutate(
            problem.composition(), problem.moves, 9, 40, checker, Random(problem.id)
        ):
            board = each.board()
            assert board is not None
            report = tsume.inspect(board)
            assert (report.verdict, report.plies) == ("full", len(solution))
            assert length <= len(solution) <= 9
            assert around_king(each, solution) not in likenesses
            length = len(solution)
            likenesses.add(around_king(each, solution))
            grown += 1
    assert grown


def test_mirrored_and_shifted_problems_are_duplicates() -> None:
    start = composition("7k1/9/8G/9/9/9/9/9/9 b G 1")
    assert start.key() == start.mirrored().key()
    line = moves("G*2c 2a1a 2c2b")
    other = composition("2k6/9/1G7/9/9/9/9/9/9 b G 1")
    assert around_king(start, line) == around_king(other, moves("G*7c 7a8a 7c7b"))
    shifted = composition("4k4/9/5G3/9/9/9/9/9/9 b G 1")
    assert keys(start, line) & keys(shifted, moves("G*5c 5a4a 5c5b"))
    assert not keys(start, line[:1]) & keys(shifted, moves("G*5c"))


# -- from games


@pytest.fixture(scope="module")
def found() -> list[tsume.Problem]:
    return list(tsume.mine(games=12, seed=1))


def test_selfplay_games_contain_problems(found: list[tsume.Problem]) -> None:
    assert len(found) >= 5
    for problem in found:
        report = tsume.inspect(problem.board)
        assert (report.verdict, report.moves) == ("full", problem.moves)
        assert problem.source.startswith("self-play ")


def test_the_same_seed_finds_the_same(found: list[tsume.Problem]) -> None:
    assert list(tsume.mine(games=12, seed=1)) == found


def test_mining_can_be_continued(found: list[tsume.Problem]) -> None:
    done: list[int] = []
    rest = list(tsume.mine(games=12, seed=1, skip=6, progress=done.append))
    late = [each for each in found if int(each.source.split()[1].strip(",")) > 6]
    assert late
    # A problem that an earlier run had already is found in the second run.
    assert [each for each in rest if each in found] == late
    assert done == list(range(1, 13))


def test_only_problems_of_the_requested_lengths_are_found(found: list[tsume.Problem]) -> None:
    longer = list(tsume.mine(games=12, seed=1, least=3, most=5))
    assert {each.plies for each in longer} <= {3, 5}


def test_a_record_gives_the_problems_in_its_game(tmp_path: Path) -> None:
    game = Game()
    game.extend(SelfPlay().game(Random("4 self-play 1")))
    games = tmp_path / "games"
    games.mkdir()
    (games / "a.kif").write_text(kifu.write(game, "kif"), "utf-8")
    from_record = list(tsume.mine(games, seed=4))
    from_game = list(tsume.mine(games=1, seed=4))
    assert [each.sfen for each in from_record] == [each.sfen for each in from_game]
    assert all("a.kif" in each.source or "games" in each.source for each in from_record)


def test_records_of_problems_and_unreadable_files_are_skipped(tmp_path: Path) -> None:
    (tmp_path / "a.csa").write_text("V2.2\nP1 * * * * \nthis is none\n")
    (tmp_path / "b.kif").write_text(kifu.write(Game(SMALL), "kif"), "utf-8")
    (tmp_path / "c.kif").write_text(kifu.write(Game("9/9/9/9/4P4/9/9/9/9 b - 1"), "kif"), "utf-8")
    errors: list[str] = []
    found = list(tsume.mine(tmp_path, on_error=lambda name, error: errors.append(name)))
    assert [each.sfen for each in found] == [SMALL]


def test_without_a_callback_an_unreadable_file_raises(tmp_path: Path) -> None:
    with pytest.raises((RecordError, OSError)):
        list(tsume.mine(tmp_path / "missing.kif"))


@pytest.mark.parametrize(
    "wrong", [{"least": 0}, {"most": 16}, {"least": 5, "most": 3}, {"games": -1}, {"attempts": -1}]
)
def test_invalid_numbers_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(RangeError):
        tsume.mine(**wrong)  # type: ignore[arg-type]
