"""Boards of variants satisfy the protocols, and copies of them are equal and independent."""

from __future__ import annotations

import copy
import pickle
import random
import signal
import threading
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree

import pytest

import komadai
from komadai import BLACK, WHITE
from komadai.env import VectorEnv
from komadai.errors import (
    ArgumentTypeError,
    IllegalMoveError,
    InvalidMoveError,
    InvalidSquareError,
    RangeError,
    SfenError,
    UnknownStyleError,
)
from komadai.kifu import VariantGame
from komadai.protocols import BoardLike, MoveLike
from komadai.variants import NAMES, Board, Move, Variant
from komadai.variants.search import Engine
from komadai.variants.variant import native_rules

if TYPE_CHECKING:
    from collections.abc import Callable


SVG: Final = "{http://www.w3.org/2000/svg}"


def played(name: str, plies: int = 20) -> Board:
    """A board after random moves, the same ones in every run."""
    board = Board(name)
    choice = random.Random(name)
    for _ in range(plies):
        if board.is_game_over():
            break
        board.push(choice.choice(board.legal_moves))
    return board


def last_square(board: BoardLike[Move]) -> int | None:
    """A function that a type checker accepts for a Board, because Board satisfies the protocol."""
    last = board.peek()
    return None if last is None else last.to_square


@pytest.mark.parametrize("name", NAMES)
def test_boards_and_moves_satisfy_the_protocols(name: str) -> None:
    board: BoardLike[Move] = Board(name)
    move: MoveLike = board.legal_moves[0]
    assert isinstance(board, BoardLike)
    assert isinstance(move, MoveLike)
    assert last_square(board) is None
    assert last_square(played(name, 1)) is not None


@pytest.mark.parametrize(
    "copied",
    [Board.copy, copy.copy, copy.deepcopy, lambda board: pickle.loads(pickle.dumps(board))],
    ids=["copy", "copy.copy", "copy.deepcopy", "pickle"],
)
@pytest.mark.parametrize("name", NAMES)
def test_a_copy_is_equal_and_independent(name: str, copied: Callable[[Board], Board]) -> None:
    board = played(name)
    twin = copied(board)
    assert twin == board
    assert twin.variant == board.variant
    assert twin.root_sfen() == board.root_sfen()
    assert twin.history == board.history
    assert twin.legal_moves == board.legal_moves
    twin.pop()
    assert twin != board
    assert twin.ply == board.ply - 1


@pytest.mark.parametrize("name", NAMES)
def test_the_moves_of_a_game_played_from_their_text_give_the_same_board(name: str) -> None:
    board = played(name)
    again = Board(name)
    for move in board.history:
        assert again.push_usi(move.usi()) == move
    assert (again, again.history) == (board, board.history)
    assert Board(name, board.sfen()).sfen() == board.sfen()


def test_a_board_of_other_rules_is_not_equal() -> None:
    assert Board("chu") != Board(Variant.named("chu", rules="jcsa"))
    assert Board("shogi") != Board("check-shogi")


@pytest.mark.parametrize("name", ["minishogi", "chu"])
def test_boards_of_the_same_position_are_equal_whatever_was_played_before(name: str) -> None:
    """As boards of standard shogi are."""
    board = played(name)
    same = Board(name, board.sfen())
    assert same == board
    assert len({same, board, Board(name)}) == 2
    same.push(same.legal_moves[0])
    assert same != board


def test_the_side_to_move_and_a_counterstrike_square_make_positions_differ() -> None:
    sfen = "6k5/12/12/12/12/12/12/12/12/12/12/6K5 {} {} 1"
    boards = [Board("chu", sfen.format(*each)) for each in (("b", "-"), ("w", "-"), ("b", "6f"))]
    assert len(set(boards)) == 3


@pytest.mark.parametrize(
    "call",
    [
        lambda board: board.push(None),
        lambda board: board.push("5e5d"),
        lambda board: board.push_unchecked(3),
        lambda board: board.push_usi(None),
        lambda board: board.is_legal(komadai.Move.from_usi("7g7f")),
        lambda board: board.infraction(None),
        lambda board: board.perft("2"),
        lambda board: board.piece_at(None),
        lambda board: board.piece_at(1.5),
        lambda board: board.hand("black"),
        lambda board: board.legal_moves_to(None),
        lambda board: board.svg(size="large"),
        lambda board: Board(board.variant, 3),  # type: ignore[arg-type]
    ],
)
def test_an_argument_of_the_wrong_type_raises_the_packages_error(call: Callable[[Board], object]) -> None:
    with pytest.raises(ArgumentTypeError):
        call(Board("minishogi"))


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda board: board.perft(-1), RangeError),
        (lambda board: board.perft(10**9), RangeError),
        (lambda board: board.svg(size=0), RangeError),
        (lambda board: board.piece_at(25), InvalidSquareError),
        (lambda board: board.piece_at(10**30), InvalidSquareError),
        (lambda board: board.piece_at("5f"), InvalidSquareError),
        (lambda board: board.push_usi("5e5z"), InvalidMoveError),
        (lambda board: board.push_usi("5e5a"), IllegalMoveError),
        (lambda board: board.pop(), IndexError),
        (lambda board: Board("minishogi", ""), SfenError),
        (lambda board: Board("minishogi", "rbsgk/4p/5/P4/KGSB\0 b - 1"), SfenError),
        (lambda board: Board("minishogi", "rbsgk/4p/5/P4/KGSBR b - 1 x"), SfenError),
    ],
)
def test_a_wrong_argument_raises_the_error_that_names_it(
    call: Callable[[Board], object], error: type[Exception]
) -> None:
    with pytest.raises(error) as caught:
        call(Board("minishogi"))
    assert str(caught.value).isprintable()


def test_a_long_count_ends_at_ctrl_c() -> None:
    timer = threading.Timer(0.2, signal.raise_signal, (signal.SIGINT,))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        Board("chu").perft(9)
    timer.join()


@pytest.mark.parametrize("name", ["chu", "tenjiku", "kyoto"])
def test_moves_can_be_copied_and_pickled(name: str) -> None:
    board = Board(name)
    for _ in range(30):
        moves = board.legal_moves
        assert pickle.loads(pickle.dumps(moves)) == moves
        assert [copy.deepcopy(move) for move in moves] == [copy.copy(move) for move in moves] == moves
        if not moves:
            break
        board.push(max(moves, key=lambda move: (len(move.via), move.promotion, hash(move))))


def test_a_game_of_a_variant_can_be_pickled() -> None:
    game = VariantGame("minishogi")
    node = game.extend(Board("minishogi").legal_moves[:1])
    node.comment = "first"
    again = pickle.loads(pickle.dumps(game))
    assert again.moves() == game.moves()
    assert (again.variant, again.end.comment) == (game.variant, "first")


@pytest.mark.parametrize("name", ["dobutsu", "minishogi", "chu", "taikyoku"])
def test_a_board_is_drawn_with_its_pieces_hands_and_last_move(name: str) -> None:
    board = played(name)
    last = board.peek()
    assert last is not None
    for flip in (False, True):
        root = ElementTree.fromstring(board.svg(last_move=last, flip=flip))
        uses = root.findall(f"{SVG}use")
        held = sum(len(board.hand(color)) for color in (BLACK, WHITE))
        assert len(uses) == len(board.piece_map()) + held
        marked = [each for each in root.findall(f"{SVG}rect") if each.get("fill") == "#e0a94a"]
        assert len(marked) == len({last.to_square, *last.via, *({last.from_square} - {None})})
        labels = {each.text for each in root.findall(f"{SVG}text")}
        assert {"1", str(board.variant.files), "a"} <= labels
    assert board.svg(style="letters", hands=False, coordinates=False) != board.svg()
    with pytest.raises(UnknownStyleError):
        board.svg(style="three")  # type: ignore[arg-type]  # a wrong value is the point of the test


@pytest.mark.parametrize("name", ["minishogi", "chu", "taikyoku"])
def test_printing_a_board_shows_a_diagram_which_is_no_position(name: str) -> None:
    board = Board(name)
    assert str(board) == f"{board}" == f"{board:ascii}"
    assert len(str(board).splitlines()) > board.variant.ranks
    assert f"{board:sfen}" == board.sfen()
    with pytest.raises(UnknownStyleError, match="ascii and sfen"):
        f"{board:japanese}"
    with pytest.raises(SfenError, match=r"several lines.*board\.sfen\(\)"):
        Board(name, str(board))


def test_a_flipped_board_has_whites_pieces_at_the_bottom() -> None:
    def height(flip: bool) -> dict[str, float]:
        root = ElementTree.fromstring(Board("dobutsu").svg(flip=flip))
        uses = root.findall(f"{SVG}use")
        return {use.get("href", "")[-2:] + use.get("x", ""): float(use.get("y", 0)) for use in uses}

    upright, flipped = height(False), height(True)
    assert sorted(upright.values()) == sorted(flipped.values())
    assert upright != flipped


@pytest.mark.parametrize("name", ["minishogi", "chu", "tori"])
def test_queries_of_moves_agree_with_the_list_of_legal_moves(name: str) -> None:
    board = played(name)
    legal = board.legal_moves
    assert board.legal_captures() == [move for move in legal if board.is_capture(move)]
    for square in {move.to_square for move in legal}:
        assert board.legal_moves_to(square) == [move for move in legal if move.to_square == square]
        assert board.legal_moves_to(board.square_name(square)) == board.legal_moves_to(square)
    divided = board.perft_divide(2)
    assert set(divided) == set(legal)
    assert sum(divided.values()) == board.perft(2)
    with pytest.raises(RangeError):
        board.perft_divide(0)
    for color in (BLACK, WHITE):
        for kind in board.variant.kinds:
            squares = board.pieces(color, kind.id)
            assert squares == [s for s, piece in board.piece_map().items() if piece == (color, kind)]


def test_reset_puts_up_the_setup() -> None:
    board = played("minishogi")
    board.reset()
    assert (board.sfen(), board.ply) == (Board("minishogi").sfen(), 0)


def test_checkmate_is_told_from_other_endings() -> None:
    assert Board("minishogi", "2k2/2G2/2P2/5/2K2 w - 1").is_checkmate()
    assert not Board("minishogi").is_checkmate()
    assert not Board("dobutsu", "1l1/1C1/3/1L1 w - 1").is_checkmate()


def test_boards_moves_and_searches_fit_together_after_many_other_variants() -> None:
    before = Board("minishogi")
    move = before.legal_moves[0]
    native_rules.cache_clear()  # as if many other variants had been compiled since
    after = Board("minishogi")
    assert after == before
    after.push(move)
    before.push(Board("minishogi").legal_moves[0])
    assert after == before
    engine = Engine("minishogi")
    native_rules.cache_clear()
    assert engine.analyse(Board("minishogi"), depth=1)
    assert VectorEnv(1, variant="minishogi", positions=[before]).boards()[0] == before


@pytest.mark.parametrize("name", ["chu", "dai", "tori", "wa", "maka-dai-dai"])
def test_who_attacks_a_piece_has_a_move_that_captures_it(name: str) -> None:
    rng = random.Random(5)
    board = Board(name)
    for _ in range(80):
        moves = board.legal_moves
        if not moves:
            break
        board.push(rng.choice(moves))
        captures = {
            (move.from_square, square)
            for move in board.pseudo_legal_moves
            if move.drop is None
            for square in (move.to_square, *move.via)
        }
        for square, piece in board.piece_map().items():
            attackers = board.attackers(board.turn, square)
            if piece.color != board.turn:
                assert {(attacker, square) for attacker in attackers} <= captures, board.sfen()
            assert bool(attackers) == board.is_attacked(square, board.turn)


LION = "k11/12/12/12/12/6N5/12/12/12/12/12/K11 b - 1"
HOOK = "(HM)18/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/9k9/18K b - 1"


@pytest.mark.parametrize(
    ("variant", "sfen", "text", "move"),
    [
        ("chu", LION, "6f6e6d", "6f6d"),  # steps, where a jump reaches the square
        ("chu", LION, "6f5e6d", "6f6d"),  # by another empty square
        ("chu", LION, "6f6g6f", "6f5e6f"),  # a pass by another neighbour
        ("chu", LION, "6f6f", None),  # no step at all
        ("chu", LION, "6f6f6f", None),
        ("chu", LION, "6f6d6f", None),  # a pass is by way of a neighbour
        ("chu", LION, "6f1a6f", None),
        ("chu", LION, "6f6g6d", None),  # from 6g the lion does not reach 6d
        ("chu", LION, "6f6e6e", None),
        ("chu", LION, "12l12k12l", None),  # a king does not pass
        ("chu", LION.replace("6N5", "6+H5"), "6f6e6f", "6f6e6f"),
        ("chu", LION.replace("6N5", "6+H5"), "6f6g6f", None),  # a falcon passes forward only
        ("chu", LION.replace("6N5", "6R5"), "6f6c6a", None),  # a rook moves in one step
        ("minishogi", None, "4e4d4c", None),
        ("minishogi", None, "4e4e", None),
        ("maka-dai-dai", HOOK, "19a19d5d", "19a5d"),  # round the corner 19d
        ("maka-dai-dai", HOOK, "19a5a5d", "19a5d"),
        ("maka-dai-dai", HOOK, "19a12a5d", None),
        ("maka-dai-dai", HOOK.replace("/19/", "/9P9/", 1), "19a19b5b", None),  # a pawn on 10b
    ],
)
def test_a_move_is_read_by_way_of_squares_that_the_piece_can_pass(
    variant: str, sfen: str | None, text: str, move: str | None
) -> None:
    board = Board(variant, sfen)
    found = board.parse_move(text)
    assert (None if found is None else found.usi()) == move
