"""The categories of moves, their transition probabilities, and the search that uses them."""

from __future__ import annotations

import re
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from komadai import Board, Move, kifu
from komadai._core import Search, TransitionCounter, transition_categories
from komadai.engine.transitions import CATEGORIES, SHIPPED, Counter, Transitions, count
from komadai.engine.usi.server import UsiServer
from komadai.errors import IllegalMoveError, RangeError, SfenError, TransitionsFileError
from komadai.kifu.statistics.game_facts import Facts
from tests.engine import reference_transitions
from tests.reference import Position
from tests.usi.gui_end import gui_end

MATES = [
    (1, "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"),
    (3, "6+P1l/9/p2+B1s3/4ppk1p/1p4g1N/P1pP2P1P/1K2P+b3/2R4+s1/LNPg4L w RN2g2snl5p 132"),
    (3, "ln5n1/7kl/p1p+P1S1p1/5pS2/8p/5BP2/P2K1PN2/6S2/+p+r3G2L b 2G4Prbgsnl4p 113"),
    (3, "lr5nl/6g2/p1ks1p3/2N3Ppp/2p6/PPn1GS2P/2S+b1P3/3R5/+b1K4NL w L5P2gs3p 96"),
]
MIDDLE_GAME = "ln1gk2nl/1rs1g1s2/p1pppp1pp/6p2/1p7/2P1P4/PPSP1PPPP/2G2S1R1/LN2KG1NL w Bb 22"
ENDGAME = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"


def of(board: Board, usi: str) -> set[str]:
    return set(transition_categories(board, Move.from_usi(usi)))


def played(moves: str) -> Board:
    board = Board()
    for usi in moves.split():
        board.push_usi(usi)
    return board


def random_boards(seed: int, games: int) -> list[Board]:
    """Positions of random games, with the moves that led to them."""
    rng = Random(seed)
    boards = []
    for _ in range(games):
        board = Board()
        for ply in range(rng.randrange(1, 130)):
            moves = list(board.legal_moves)
            if not moves:
                break
            # Random games have too few captures.
            captures = [m for m in moves if board.piece_at(m.to_square)]
            board.push(rng.choice(captures if captures and ply % 3 == 0 else moves))
        boards.append(board)
    return boards


# -- categories


def compare(boards: list[Board]) -> set[str]:
    met = set()
    for board in boards:
        position = Position.from_sfen(board.sfen())
        last = board.history[-1].usi() if board.history else None
        for move in board.legal_moves:
            expected = tuple(reference_transitions.categories(position, move.usi(), last))
            assert transition_categories(board, move) == expected, (board.sfen(), last, move.usi())
            met |= set(expected)
    return met


def test_categories_are_those_of_the_slow_reference() -> None:
    met = compare([*random_boards(5, 8), Board(MIDDLE_GAME), Board(ENDGAME)])
    assert len(met) > len(CATEGORIES) / 2


@pytest.mark.slow
def test_categories_of_many_positions_are_those_of_the_slow_reference() -> None:
    met = compare(random_boards(6, 60))
    assert len(met) > len(CATEGORIES) * 3 / 4


def test_the_categories_of_opening_moves() -> None:
    board = Board()
    assert of(board, "2g2f") == {"pawn-before-rook"}
    assert of(board, "9g9f") == {"pawn-on-edge"}
    assert of(board, "7i6h") == {"silver-to-enemy"}
    assert of(board, "5i4h") == {"king-at-home"}
    board = played("2g2f 3c3d 2f2e 1c1d")
    assert of(board, "2e2d") == {"pawn-meets-pawn"}


def test_recapture_is_a_category() -> None:
    board = played("7g7f 3c3d 8h2b+")
    assert "recapture" in of(board, "3a2b")
    assert "capture-gains-major" in of(board, "3a2b")
    # The same capture after another last move.
    assert "recapture" not in of(Board(board.sfen()), "3a2b")


def test_a_move_may_belong_to_several_categories() -> None:
    board = Board("4k4/9/9/r8/9/6B2/9/9/4K4 b - 1")
    assert of(board, "3f6c+") == {"bishop-to-enemy", "promote-major"}
    board = Board("4k4/9/9/1r7/9/9/9/9/4K4 b B 1")
    assert of(board, "B*7c") == {"drop-bishop-at-enemy", "check-by-drop", "fork-by-drop"}


def test_in_check_there_are_only_categories_of_replies_to_check() -> None:
    board = Board("4k4/9/9/4r4/9/9/9/3S5/3GK4 b P 1")
    kinds = {usi: of(board, usi) for usi in ("5i4h", "6i5h", "6h5g", "P*5h", "P*5e")}
    assert kinds == {
        "5i4h": {"king-flees"},
        "6i5h": {"move-between"},
        "6h5g": {"move-between-lost"},
        "P*5h": {"drop-between"},
        "P*5e": {"drop-between-lost"},
    }


def test_a_move_that_is_not_legal_has_no_category() -> None:
    with pytest.raises(IllegalMoveError):
        transition_categories(Board(), Move.from_usi("7g7e"))
    with pytest.raises(SfenError):
        transition_categories(Board("4k4/9/9/9/9/9/4P4/4P4/4K4 b - 1", validate=False), Move.from_usi("5g5f"))
    with pytest.raises(TypeError):
        transition_categories("startpos", Move.from_usi("7g7f"))  # type: ignore[arg-type]


# -- counting


def slow_counts(board: Board) -> list[tuple[int, int]]:
    legal, chosen = dict.fromkeys(CATEGORIES, 0), dict.fromkeys(CATEGORIES, 0)
    moves, again = board.history, Board()
    for move in moves:
        for name in {name for each in again.legal_moves for name in transition_categories(again, each)}:
            legal[name] += 1
        for name in transition_categories(again, move):
            chosen[name] += 1
        again.push(move)
    return [(legal[name], chosen[name]) for name in CATEGORIES]


def test_a_category_is_counted_once_for_each_position() -> None:
    counter = TransitionCounter()
    counter.add(played("9g9f"))
    counts = dict(zip(CATEGORIES, counter.counts(), strict=True))
    assert counter.positions == 1
    assert counts["pawn-on-edge"] == (1, 1)  # although two legal moves are of this category
    assert counts["pawn-other"] == (1, 0)
    assert counts["capture-even"] == (0, 0)


def test_counts_are_those_of_every_position_of_a_game() -> None:
    board = random_boards(9, 1)[0]
    counter = TransitionCounter()
    counter.add(board)
    assert counter.positions == len(board.history) > 20
    assert counter.counts() == slow_counts(board)


def test_counting_ends_with_the_first_illegal_move() -> None:
    game, other = Counter(), Counter()
    moves = [Move.from_usi(usi) for usi in ("7g7f", "3c3d", "7f7d", "8c8d")]
    assert game.add(Facts(moves=moves))
    assert other.add(Facts(moves=moves[:2]))
    assert game.table() == other.table()
    assert not game.add(Facts(moves=[]))
    assert not game.add(Facts(sfen="9/9/9/9/9/9/9/9/9 b - 1", moves=moves))
    assert game.games == 1


def test_records_of_any_kind_are_counted(tmp_path: Path) -> None:
    game = kifu.Game()
    for usi in ("7g7f", "3c3d", "8h2b+", "3a2b"):
        game.end.add(Move.from_usi(usi))
    (tmp_path / "a.kif").write_text(kifu.write(game, "kif"))
    (tmp_path / "b.csa").write_text(kifu.write(game, "csa"))
    (tmp_path / "c.csa.gz").write_bytes(b"\x1f\x8b, and no more")
    failed: list[str] = []
    table = count(tmp_path, on_error=lambda name, _: failed.append(name))
    assert (table.games, table.positions) == (2, 8)
    assert table.probability("recapture") == 1
    assert table.probability("king-takes-checker") is None
    assert failed == [str(tmp_path / "c.csa.gz")]


def test_the_packaged_table_is_counted_from_many_games() -> None:
    table = Transitions.shipped()
    assert table.games > 2000
    assert table.positions > 200_000
    for name in CATEGORIES:
        probability = table.probability(name)
        assert probability is not None
        assert 0 < probability <= 1
    # As players know: recaptures and saving the rook are frequent, sacrifices are rare.
    likely = ["recapture", "escape-major", "check-by-move", "move-lost"]
    assert likely == sorted(likely, key=lambda name: -(table.probability(name) or 0))


# -- the file


def test_a_saved_table_is_loaded_unchanged(tmp_path: Path) -> None:
    table = Transitions.shipped()
    table.save(tmp_path / "table.tsv")
    assert Transitions.load(tmp_path / "table.tsv") == table
    assert (tmp_path / "table.tsv").read_bytes() == SHIPPED.read_bytes()
    with pytest.raises(OSError, match="nowhere"):
        table.save(tmp_path / "nowhere" / "table.tsv")


GOOD = SHIPPED.read_text()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: .*the end of the file"),
        ("PK\3\4", "line 1"),
        (GOOD.replace("\t1\n", "\t2\n", 1), "line 1"),
        (GOOD.replace("games\t", "games ", 1), "line 2: expected games"),
        (GOOD.replace("games\t", "games\t-", 1), "line 2: expected a count"),
        (GOOD.replace("positions\t", "positions\t9" + "0" * 20, 1), "line 3: expected a count"),
        (GOOD.replace("positions\t", "positions\t٣", 1), "line 3: expected a count"),
        (GOOD.replace("legal\tplayed", "played\tlegal"), "line 4"),
        (GOOD.replace("take-checker\t", "take-all\t", 1), "line 5: expected a category, got 'take-all'"),
        (
            GOOD.replace("king-takes-checker\t", "take-checker\t", 1),
            "line 6: expected a category that is not in the file yet",
        ),
        (GOOD.replace("take-checker\t", "take-checker\t1\t", 1), "line 5: expected two counts"),
        (GOOD.rsplit("\n", 2)[0], "the category attack-minor-by-drop is missing"),
        (GOOD.replace("take-checker\t", "take-checker\t1\n#\t", 1), "line 5: expected two counts"),
        (GOOD.replace("take-checker\t", "take-checker\t99999999", 1), "expected 0 ≤ played ≤ legal"),
        (GOOD + "\n", "expected a category, got ''"),
    ],
)
def test_the_error_for_a_damaged_table_names_the_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "table.tsv"
    path.write_text(text)
    with pytest.raises(TransitionsFileError, match=message) as error:
        Transitions.load(path)
    assert str(error.value).startswith(f"{path}: ")


@pytest.mark.parametrize("data", [b"\xff\xfe\0", bytes(2 << 20)])
def test_a_file_that_is_not_text_or_too_large_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "table.tsv").write_bytes(data)
    with pytest.raises(TransitionsFileError, match="expected a table of probabilities"):
        Transitions.load(tmp_path / "table.tsv")


def test_a_truncated_table_is_refused() -> None:
    for length in range(0, len(GOOD) - 2, 37):
        with pytest.raises(TransitionsFileError):
            Transitions.parse(GOOD[:length])


def test_impossible_counts_are_refused() -> None:
    with pytest.raises(RangeError):
        Transitions(((1, 1),), 1, 1)
    with pytest.raises(RangeError):
        Transitions(((0, 1),) * len(CATEGORIES), 1, 1)
    with pytest.raises(RangeError):
        Transitions.shipped().probability("castling")
    search = Search(1)
    with pytest.raises(RangeError):
        search.set_transitions([(1, 1)])
    with pytest.raises(RangeError):
        search.set_transitions([(1, 2)] * len(CATEGORIES))
    with pytest.raises(TypeError):
        search.set_transitions([1] * len(CATEGORIES))  # type: ignore[list-item]


# -- the search


def realization_search(hash_mb: int = 4, threads: int = 1) -> Search:
    search = Search(hash_mb)
    search.set_threads(threads)
    search.set_transitions(Transitions.shipped().counts)
    return search


def think(board: Board, search: Search | None = None, **limits: Any) -> tuple[Move | None, dict[str, Any]]:
    search = search if search is not None else realization_search()
    search.arm()
    best, _, _, report = search.go(board, **limits)
    return best, report


@pytest.mark.parametrize(("plies", "sfen"), MATES)
def test_mates_are_found(plies: int, sfen: str) -> None:
    board = Board(sfen)
    _, report = think(board, nodes=50_000)
    assert report["mate"] == plies
    for move in report["pv"]:
        board.push(move)
    assert board.is_checkmate()


@pytest.mark.parametrize("threads", [1, 3])
def test_all_moves_of_its_line_are_legal(threads: int) -> None:
    search = realization_search(threads=threads)
    for board in [Board(), Board(MIDDLE_GAME), Board(ENDGAME), *random_boards(12, 10)]:
        best, report = think(board, search, nodes=3000)
        assert (best is None) == (not list(board.legal_moves))
        for move in report["pv"]:
            board.push(move)  # raises IllegalMoveError


def test_it_captures_an_undefended_rook() -> None:
    best, _ = think(Board("4k4/9/9/7r1/9/9/9/7R1/4K4 b - 1"), depth=4)
    assert best == Move.from_usi("2h2d")


def test_the_tree_above_the_threshold_grows_with_the_probability_of_moves() -> None:
    nodes = []
    for played in (1000, 2500, 5000):
        search = Search(4)
        search.set_transitions([(10_000, played)] * len(CATEGORIES))
        nodes.append(
            sum(think(board, search, depth=5)[1]["nodes"] for board in (Board(), Board(MIDDLE_GAME)))
        )
    assert nodes == sorted(nodes)
    assert nodes[0] < nodes[-1] / 2


def test_it_keeps_the_limits_of_nodes_depth_and_time() -> None:
    _, report = think(Board(MIDDLE_GAME), nodes=5000)
    assert report["nodes"] <= 5001
    _, report = think(Board(MIDDLE_GAME), depth=3)
    assert report["depth"] == 3
    search = realization_search()
    began = time.monotonic()
    search.arm()
    search.go(Board(MIDDLE_GAME), hard_ms=100)
    assert time.monotonic() - began > 0.05


def test_stop_ends_the_search() -> None:
    search = realization_search()
    search.arm()
    threading.Timer(0.2, search.stop).start()
    best, _, _, _ = search.go(Board(MIDDLE_GAME))  # otherwise it would not return
    assert best is not None


def test_the_side_behind_repeats_and_the_side_ahead_does_not() -> None:
    board = Board.handicap("two-piece")
    cycle = ("5i5h", "5b5a", "5h5i", "5a5b")
    for usi in ("5a4b", "9g9f", "4b5b", *cycle, *cycle, *cycle[:3]):
        board.push_usi(usi)
    best, report = think(board, depth=4)
    assert (best, report["cp"]) == (Move.from_usi("5a5b"), 0)
    board = Board.handicap("two-piece")
    for usi in ("5a5b", "5i5h", "5b5a", "5h5i") * 2 + ("5a5b", "5i5h", "5b5a"):
        board.push_usi(usi)
    best, report = think(board, depth=4)
    assert best != Move.from_usi("5h5i")
    assert report["cp"] > 500


def test_perpetual_check_does_not_save_a_game() -> None:
    board = Board("4k4/9/9/9/9/9/9/9/K4R3 b r2b4g4s4n4l18p 1")
    for usi in ("4i5i", "5a4a", "5i4i", "4a5a") * 2 + ("4i5i", "5a4a"):
        board.push_usi(usi)
    _, report = think(board, depth=4, moves=[Move.from_usi("5i4i")])
    assert report["mate"] is not None
    assert not report["won"]


def test_a_win_by_declaration_is_declared() -> None:
    board = Board("+R+BGK+P+P+P+P1/4+P+P+P2/9/9/9/9/9/9/4k4 b B2G3P 1")
    search = realization_search()
    search.arm()
    assert search.go(board, nodes=100, impasse="27-point")[2]


def test_the_search_can_be_switched_between_the_two_modes() -> None:
    search, plain = Search(4), Search(4)
    board = Board(MIDDLE_GAME)
    first = think(board, search, depth=6)
    assert think(board, plain, depth=6)[1]["nodes"] == first[1]["nodes"]
    search.set_transitions(Transitions.shipped().counts)
    other = think(board, search, depth=6)
    assert other[1]["nodes"] != first[1]["nodes"]
    search.set_transitions(None)
    assert think(board, search, depth=6)[1]["nodes"] == first[1]["nodes"]


# -- USI


def test_usi_options_choose_the_search_and_its_table(tmp_path: Path) -> None:
    mine = tmp_path / "mine.tsv"
    table = Transitions.shipped()
    Transitions(tuple((legal, min(legal, 1)) for legal, _ in table.counts), table.positions, 1).save(mine)
    with gui_end() as pipe_ends:
        server = UsiServer(pipe_ends.pipe)
        nodes = []
        for lines in (
            ("SearchMode value PrincipalVariation",),
            ("SearchMode value RealizationProbability",),
            (f"TransitionFile value {mine}",),
            ("TransitionFile value", "SearchMode value PrincipalVariation"),
        ):
            for line in ("OwnBook value false", *lines):
                server.execute(f"setoption name {line}")
            server.execute("usinewgame")
            server.execute("isready")
            server.execute(f"position sfen {MIDDLE_GAME}")
            server.execute("go depth 4")
            *infos, _ = pipe_ends.read_until("bestmove")
            nodes.append([re.search(r" nodes (\d+)", line) for line in infos][-1])
        counts = [int(each[1]) for each in nodes if each]
        assert len(counts) == 4
        assert len(set(counts[:3])) == 3
        assert counts[3] == counts[0]
        del server


def test_an_unreadable_table_is_reported_and_the_previous_one_is_used(tmp_path: Path) -> None:
    (tmp_path / "damaged.tsv").write_text("nonsense")
    with gui_end() as pipe_ends:
        server = UsiServer(pipe_ends.pipe)
        for name in ("damaged.tsv", "nothing.tsv"):
            server.execute(f"setoption name TransitionFile value {tmp_path / name}")
            line = pipe_ends.read_line()
            assert line.startswith("info string ")
            assert name in line
        server.execute("setoption name SearchMode value RealizationProbability")
        server.execute("go nodes 100")
        assert pipe_ends.read_until("bestmove")[-1] != "bestmove resign"
        del server
