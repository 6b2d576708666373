"""The engine for variants mates, plays legal moves, is deterministic and can be stopped."""

import threading
from random import Random
from typing import Any

import pytest

from komadai.enums import Color
from komadai.errors import EngineUsageError, RangeError
from komadai.variants import NAMES, Board, Variant
from komadai.variants.search import LEVELS, Engine, find_mate

GAME_PLIES = 30

MATES = (
    ("minishogi", "2k2/5/2P2/5/2K2 b G 1", 1),
    ("minishogi", "3k1/3p1/3S1/5/2K2 b GS 1", 3),
    ("goro-goro", "2k2/5/2P2/5/5/2K2 b G 1", 1),
    ("judkins", "2k3/6/2P3/6/6/3K2 b G 1", 1),
    ("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 1),
    ("makruk", "k7/7r/8/8/8/8/8/1r2K3 w - 1", 1),
    ("chu", "2k9/ppp9/12/12/12/12/12/12/12/12/PPPP8/RR2Q6K b - 1", 3),
)
"""Positions, and the plies of the mate; in chu shogi the capture of the king counts."""


@pytest.mark.parametrize(("name", "sfen", "plies"), MATES)
def test_the_engine_finds_a_mate(name: str, sfen: str, plies: int) -> None:
    line = Engine(name).analyse(Board(name, sfen), depth=plies + 6)[0]
    assert line.score.mate == plies


@pytest.mark.parametrize(("name", "sfen", "plies"), MATES)
def test_the_mate_search_finds_a_mate(name: str, sfen: str, plies: int) -> None:
    board = Board(name, sfen)
    mate = find_mate(board)
    assert mate.found
    for move in mate.moves:
        assert board.outcome() is None
        board.push(move)
    assert board.is_check() or board.outcome() is not None


def test_the_mate_search_proves_that_there_is_no_mate() -> None:
    assert find_mate(Board("minishogi", "2k2/5/5/5/2K2 b G 1")).found is False


def test_the_mate_search_gives_up_at_its_limit() -> None:
    board = Board("chu", "k11/p11/12/12/12/2ppppp5/2QQQQQQ4/12/12/12/PPPP8/12 b - 1")
    assert find_mate(board, nodes=1).found is None


def test_a_lion_takes_two_pieces_at_once() -> None:
    board = Board("chu", "k11/12/12/12/5q6/4r7/3N8/12/12/12/12/11K b - 1")
    best = Engine("chu").analyse(board, depth=3)[0].pv[0]
    assert len(best.via) == 1, best


def test_a_lion_in_dobutsu_that_can_reach_its_last_rank_safely_wins() -> None:
    board = Board("dobutsu", "3/L2/2l/3 b - 1")
    line = Engine("dobutsu").analyse(board, depth=3)[0]
    assert line.score.mate == 1


@pytest.mark.parametrize("name", NAMES)
def test_all_moves_of_a_game_are_legal(name: str) -> None:
    board = Board(name)
    plies = 4 if len(board.piece_map()) > 150 else GAME_PLIES
    engine = Engine(name, hash_mb=1, seed=1)
    for _ in range(plies):
        if board.outcome() is not None:
            break
        line = engine.analyse(board, nodes=200)[0]
        after = board.copy()
        for move in line.pv:
            after.push(move)
        board.push(line.pv[0])


@pytest.mark.parametrize("name", ["minishogi", "tori", "chu", "kyoto", "tenjiku"])
def test_positions_after_random_moves_are_searched(name: str) -> None:
    engine = Engine(name, hash_mb=1)
    for game in range(3):
        rng, board = Random(game), Board(name)
        for _ in range(60):
            if board.outcome() is not None:
                break
            board.push_unchecked(rng.choice(board.legal_moves))
        else:
            assert board.is_legal(engine.analyse(board, nodes=300)[0].pv[0])


def test_two_searches_of_the_same_position_agree() -> None:
    results = [Engine("tori").analyse(Board("tori"), nodes=5000)[0] for _ in range(2)]
    assert [(r.score, r.pv, r.nodes) for r in results[:1]] == [(r.score, r.pv, r.nodes) for r in results[1:]]


def test_a_limit_of_nodes_holds() -> None:
    assert Engine("sho").analyse(Board("sho"), nodes=1000)[0].nodes <= 1000


def test_several_lines_have_different_first_moves_in_order() -> None:
    lines = Engine("minishogi").analyse(Board("minishogi"), depth=4, multipv=3)
    assert len({line.pv[0] for line in lines}) == 3
    assert lines == sorted(lines, key=lambda line: line.score, reverse=True)


def test_the_first_move_can_be_limited() -> None:
    board = Board("minishogi")
    chosen = board.legal_moves[-1]
    assert Engine("minishogi").analyse(board, depth=3, moves=[chosen])[0].pv[0] == chosen


def test_stop_ends_an_endless_search() -> None:
    engine, board = Engine("chu"), Board("chu")
    searching = threading.Event()

    def stop_when_searching() -> None:
        searching.wait()
        engine.stop()

    stopper = threading.Thread(target=stop_when_searching)
    stopper.start()
    lines = engine.analyse(board, on_line=lambda line: searching.set())
    stopper.join()
    assert board.is_legal(lines[0].pv[0])


def test_an_error_in_the_callback_ends_the_search() -> None:
    def fail(line: object) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Engine("minishogi").analyse(Board("minishogi"), on_line=fail)


def test_a_finished_game_has_no_line() -> None:
    board = Board("minishogi", "2k2/2G2/2P2/5/2K2 w - 1")
    assert Engine("minishogi").analyse(board, depth=2) == []
    assert Engine("minishogi").play(board, depth=2) is None


def test_a_repetition_that_loses_is_avoided() -> None:
    """In minishogi Black loses by repetition; its rook is enough to win without it."""
    board = Board("minishogi", "k4/5/5/5/R3K b - 1")
    line = Engine("minishogi").analyse(board, depth=8)[0]
    assert line.score.cp is None or line.score.cp > 300


@pytest.mark.parametrize("level", [1, 8, 15])
def test_a_level_plays_legal_moves(level: int) -> None:
    board = Board("goro-goro")
    engine = Engine("goro-goro", level=level, seed=3)
    for _ in range(6):
        move = engine.play(board, nodes=500)
        assert move is not None
        board.push(move)


def test_the_lowest_level_loses_to_the_highest() -> None:
    engines = {Color.BLACK: Engine("minishogi", level=1, seed=1), Color.WHITE: Engine("minishogi", level=15)}
    board = Board("minishogi")
    while (outcome := board.outcome()) is None and board.ply < 200:
        move = engines[board.turn].play(board, nodes=2000)
        assert move is not None
        board.push(move)
    assert outcome is not None
    assert outcome.winner is Color.WHITE


def test_a_seed_repeats_the_errors_of_a_level() -> None:
    moves = [Engine("tori", level=3, seed=5).play(Board("tori")) for _ in range(2)]
    assert moves[0] == moves[1]


def test_every_level_has_its_number() -> None:
    assert [level.number for level in LEVELS] == list(range(1, 16))


@pytest.mark.parametrize("arguments", [{"depth": 0}, {"nodes": -1}, {"multipv": 0}, {"seconds": 0}])
def test_wrong_limits_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(RangeError):
        Engine("minishogi").analyse(Board("minishogi"), **arguments)


def test_a_board_of_another_variant_is_refused() -> None:
    with pytest.raises(RangeError):
        Engine("minishogi").analyse(Board("tori"), depth=1)


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(EngineUsageError):
        Engine("minishogi", level=16)


def test_a_variant_of_options_has_its_engine() -> None:
    variant = Variant.named("chu", rules="jcsa") if "rules" in _options("chu") else Variant.named("chu")
    board = Board(variant)
    assert Engine(variant).play(board, depth=1) in board.legal_moves


def _options(name: str) -> set[str]:
    return {option.name for option in Variant.named(name).options}
