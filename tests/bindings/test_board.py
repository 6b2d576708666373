"""A Board: made from text, read, played on, compared, copied, pickled."""

from __future__ import annotations

import copy
import pickle
import random
import re

import pytest

import komadai
from komadai import (
    BLACK,
    STARTPOS,
    WHITE,
    ArgumentTypeError,
    Board,
    Color,
    Hand,
    IllegalMoveError,
    Infraction,
    InvalidMoveError,
    InvalidSquareError,
    Move,
    NotationError,
    PackedPositionError,
    Piece,
    PieceType,
    RangeError,
    SfenError,
    SquareSet,
    UnknownHandicapError,
    UnknownStyleError,
    square,
)

MIDDLE = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"


def _is_move(value: int) -> bool:
    try:
        Move.from_int(value)
    except InvalidMoveError:
        return False
    return True


WELL_FORMED = [value for value in range(1 << 15) if _is_move(value)]


def random_game(seed: int, plies: int, board: Board | None = None) -> Board:
    rng = random.Random(seed)
    board = board or Board()
    for _ in range(plies):
        if not (moves := board.legal_moves):
            break
        board.push(rng.choice(moves))
    return board


# -- from text and back


def test_a_new_board_is_the_start() -> None:
    for board in (Board(), Board("startpos"), Board(STARTPOS), Board(sfen=STARTPOS, validate=True)):
        assert board.sfen() == STARTPOS
        assert board.turn is BLACK
        assert (board.ply, board.move_number) == (0, 1)


def test_text_is_read_and_written() -> None:
    assert Board(MIDDLE).sfen() == MIDDLE
    assert f"{Board(MIDDLE):sfen}" == MIDDLE
    assert eval(repr(Board(MIDDLE))) == Board(MIDDLE)


def test_printing_a_board_shows_a_diagram() -> None:
    board = Board(MIDDLE)
    assert str(board) == f"{board}" == f"{board:ascii}"
    assert str(board).splitlines()[1] == "   9  8  7  6  5  4  3  2  1"
    assert MIDDLE not in str(board)


def test_a_diagram_is_no_position_and_the_error_names_sfen() -> None:
    with pytest.raises(SfenError, match=r"several lines.*board\.sfen\(\)"):
        Board(str(Board(MIDDLE)))


def test_an_error_in_the_text_says_where() -> None:
    with pytest.raises(SfenError) as caught:
        Board(STARTPOS.replace("LNSGKGSNL", "LNSGK+GSNL"))
    assert (caught.value.field, caught.value.rank) == ("board", 9)
    assert isinstance(caught.value, ValueError)
    with pytest.raises(SfenError) as caught:
        Board(STARTPOS.replace(" b ", " x "))
    assert (caught.value.field, caught.value.rank) == ("turn", None)


@pytest.mark.parametrize("text", ["", " ", "x", "\0", "\ud800", "将棋", STARTPOS + "\0", "9" * 100_000])
def test_any_other_text_is_an_sfen_error(text: str) -> None:
    for validate in (True, False):
        with pytest.raises(SfenError):
            Board(text, validate=validate)


def test_wrong_arguments_are_type_errors() -> None:
    for wrong in (None, 3, STARTPOS.encode(), [STARTPOS]):
        with pytest.raises(TypeError):
            Board(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Board(STARTPOS, True)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Board(fen=STARTPOS)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Board(STARTPOS, sfen=STARTPOS)  # type: ignore[misc]
    with pytest.raises(TypeError):
        type("MyBoard", (Board,), {})


def test_a_board_can_be_constructed_by_new() -> None:
    assert Board.__new__(Board, MIDDLE) == Board(MIDDLE)
    assert Board.__new__(Board, sfen=MIDDLE) == Board(MIDDLE)


def test_a_handicap_is_a_start() -> None:
    board = Board.handicap("two-piece")
    assert board.turn is WHITE
    assert board.pieces(WHITE, PieceType.ROOK) == board.pieces(WHITE, PieceType.BISHOP) == SquareSet()
    assert board == Board.handicap(komadai.Handicap.named("two-piece"))
    with pytest.raises(UnknownHandicapError):
        Board.handicap("nine hundred pieces")


# -- reading


def test_pieces_are_the_objects_of_the_library() -> None:
    board = Board()
    assert board.piece_at(square("8h")) is Piece(BLACK, PieceType.BISHOP)
    assert board.piece_at(square("5e")) is None
    assert board.king(WHITE) == square("5a")
    assert Board("9/9/9/9/9/9/9/9/4K4 b - 1").king(WHITE) is None
    assert len(board.pieces()) == 40
    assert len(board.pieces(BLACK)) == 20
    assert board.pieces(piece_type=PieceType.ROOK) == {square("2h"), square("8b")}
    assert board.pieces(WHITE, PieceType.PAWN) == SquareSet.rank(3)
    assert board.pieces(None, None) == board.pieces()


def test_promoted_pieces_are_types_of_their_own() -> None:
    board = Board(MIDDLE)
    assert board.pieces(BLACK, PieceType.PRO_PAWN) == {square("4b")}
    assert square("4b") not in board.pieces(BLACK, PieceType.GOLD)


def test_hands() -> None:
    board = Board(MIDDLE)
    assert board.hand(BLACK) == Hand({PieceType.ROOK: 1, PieceType.GOLD: 1})
    assert board.hand(WHITE)[PieceType.PAWN] == 5
    assert Board().hand(BLACK).total == 0


def test_squares_and_colours_are_checked() -> None:
    board = Board()
    for number in (-1, 81, 1 << 40, 1 << 100):
        with pytest.raises(InvalidSquareError):
            board.piece_at(number)
        with pytest.raises(InvalidSquareError):
            board.attackers(BLACK, number)
    for wrong in (2, -1):
        with pytest.raises(RangeError, match="BLACK"):
            board.king(wrong)  # type: ignore[arg-type]
    for other in (None, "b", 1.0):
        with pytest.raises(ArgumentTypeError):
            board.hand(other)  # type: ignore[arg-type]
    for no_square in (None, 1.0, b"7g"):
        with pytest.raises(ArgumentTypeError, match="square"):
            board.piece_at(no_square)  # type: ignore[arg-type]
    for name in ("7j", "0a", "７七", "7g7f", ""):
        with pytest.raises(InvalidSquareError):
            board.piece_at(name)
    assert board.king(Color(1)) == board.king(1)  # type: ignore[arg-type]


def test_a_square_may_be_a_number_or_a_name() -> None:
    board = Board()
    assert board.piece_at("7g") is board.piece_at(square("7g")) is Piece(BLACK, PieceType.PAWN)
    assert board.attackers(BLACK, "7f") == board.attackers(BLACK, square("7f")) == {square("7g")}
    assert board.attacks("2h") == board.attacks(square("2h"))
    assert board.legal_moves_to("7f") == [Move.from_usi("7g7f")]
    assert Move.normal("7g", "7f") is Move.from_usi("7g7f")
    assert Move.dropping(PieceType.PAWN, "5e") is Move.from_usi("P*5e")
    board.set_piece("7g", None)
    assert board.piece_at(square("7g")) is None


def test_the_piece_map_holds_every_occupied_square() -> None:
    board = Board(MIDDLE)
    pieces = board.piece_map()
    assert list(pieces) == list(board.pieces())
    assert all(board.piece_at(number) is piece for number, piece in pieces.items())
    assert Board.empty().piece_map() == {}


def test_an_empty_board_has_nothing_on_it() -> None:
    assert Board.empty().sfen() == "9/9/9/9/9/9/9/9/9 b - 1"
    assert Board.empty() == Board("9/9/9/9/9/9/9/9/9 b - 1")


def test_the_game_is_over_when_there_is_an_outcome() -> None:
    assert not Board().is_game_over()
    for over in ("4k4/4G4/4P4/9/9/9/9/9/9 w - 1", "8k/8G/8P/9/9/9/9/9/4K4 w - 1"):
        assert Board(over).is_game_over()
        assert Board(over).outcome() is not None
    board = Board()
    for _ in range(3):
        for usi in ("2h3h", "8b7b", "3h2h", "7b8b"):
            assert not board.is_game_over()
            board.push_usi(usi)
    assert board.is_game_over()


def test_captures_are_the_legal_moves_onto_enemy_pieces() -> None:
    for seed in range(20):
        board = random_game(seed, 80)
        captures = [move for move in board.legal_moves if board.is_capture(move)]
        assert board.legal_captures == captures
        for move in board.legal_moves:
            before = sum(board.hand(board.turn).counts)
            board.push(move)
            after = sum(board.hand(board.turn.opponent).counts)
            board.pop()
            assert (move in captures) == (after == before + 1)
    assert not Board().is_capture(Move.from_usi("P*3c"))
    assert not Board().is_capture(Move.from_usi("2h2g"))  # one's own pawn
    assert Board().is_capture(Move.from_usi("2h2c"))  # it need not be legal


def test_pseudo_legal_moves_are_those_whose_only_fault_is_check_or_a_mating_pawn() -> None:
    allowed = {None, Infraction.LEFT_IN_CHECK, Infraction.UCHIFUZUME}
    moves = [Move.from_int(value) for value in WELL_FORMED]
    for sfen in (STARTPOS, MIDDLE, "7nk/9/7G1/9/9/9/9/9/4K4 b P 1", "4k4/4r4/9/9/4G4/9/9/9/4K4 b PR 1"):
        board = Board(sfen)
        wanted = {move for move in moves if board.infraction(move) in allowed}
        assert len(board.pseudo_legal_moves) == len(wanted)
        assert set(board.pseudo_legal_moves) == wanted
        assert set(board.legal_moves) <= wanted


def test_a_mirrored_board_is_the_same_game_from_the_other_side() -> None:
    for seed in range(20):
        board = random_game(seed, 60)
        for mirrored, of_move in (
            (board.mirror(), Move.mirror),
            (board.mirror_files(), Move.mirror_files),
        ):
            assert set(mirrored.legal_moves) == set(map(of_move, board.legal_moves))
            assert mirrored.is_check() == board.is_check()
            assert (mirrored.history, mirrored.move_number) == ([], board.move_number)
        assert board.mirror().turn is board.turn.opponent
        assert board.mirror().mirror() == board.mirror_files().mirror_files() == board
        assert board.mirror().hand(WHITE) == board.hand(BLACK)
    assert Board().mirror().sfen().split()[0] == STARTPOS.split()[0]
    assert Board().mirror_files().piece_at("2h") is Piece(BLACK, PieceType.BISHOP)


def test_attacks_and_pins() -> None:
    board = Board("4k4/4r4/9/9/4G4/9/9/9/4K4 b - 1")
    assert board.pinned() == {square("5e")}
    assert board.pinned(WHITE) == board.pinned(color=WHITE) == SquareSet()
    assert board.attackers(WHITE, square("5e")) == {square("5b")}
    assert board.attacks(square("5i")) == {square(name) for name in ("4i", "6i", "4h", "5h", "6h")}
    assert board.attacks(square("1a")) == SquareSet()
    checked = Board("4k4/4r4/9/9/9/9/9/9/4K4 b - 1")
    assert checked.is_check()
    assert checked.checkers() == {square("5b")}
    assert not checked.is_checkmate()


def test_numpy_arrays() -> None:
    numpy = pytest.importorskip("numpy")
    board = Board(MIDDLE)
    pieces, hands = board.piece_array(), board.hand_array()
    assert pieces.dtype == hands.dtype == numpy.uint8
    assert [code or None for code in pieces] == [
        piece and piece.code for piece in map(board.piece_at, range(81))
    ]
    assert hands.tolist() == [list(board.hand(color).counts) for color in (BLACK, WHITE)]
    pieces[:] = 0  # one's own copy
    assert board.sfen() == MIDDLE


def test_pictures_come_from_the_diagrams() -> None:
    assert "▲" not in f"{Board():ascii}"
    assert "香" in f"{Board():japanese}"
    assert Board()._repr_svg_().startswith("<svg")
    assert Board().svg(flip=True) != Board().svg()
    with pytest.raises(UnknownStyleError, match="watercolour"):
        f"{Board():watercolour}"
    with pytest.raises(TypeError):
        Board().svg(colour_of_the_moon="green")  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Board().svg(True)  # type: ignore[call-arg, arg-type]


# -- playing


def test_moves_are_made_and_taken_back() -> None:
    board = Board()
    texts = ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]
    played = [board.push_usi(text) for text in texts]
    assert [str(move) for move in played] == texts
    assert board.history == played
    assert board.peek() is played[-1]
    assert (board.ply, board.move_number, board.turn) == (5, 6, WHITE)
    assert board.root_sfen() == STARTPOS
    assert board.usi_position() == "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e"
    assert [board.pop() for _ in texts] == played[::-1]
    assert board.sfen() == STARTPOS
    assert board.peek() is None
    assert board.history == []


def test_push_takes_what_legal_moves_gives() -> None:
    board = Board()
    for move in board.legal_moves:
        assert board.push(move) is None  # type: ignore[func-returns-value]
        assert board.pop() is move


def test_pop_at_the_root_is_an_index_error() -> None:
    board = Board()
    with pytest.raises(IndexError):
        board.pop()
    board.push_usi("7g7f")
    board.pop()
    with pytest.raises(IndexError):
        board.pop()


def test_an_illegal_move_is_refused_by_name_and_changes_nothing() -> None:
    board = Board()
    for text, infraction in [
        ("5e5d", Infraction.NO_SUCH_PIECE),
        ("3c3d", Infraction.OUT_OF_TURN),
        ("7g7e", Infraction.WRONG_MOVEMENT),
        ("9i9g", Infraction.OWN_PIECE_CAPTURED),
        ("7g7f+", Infraction.CANNOT_PROMOTE),
        ("P*5e", Infraction.NOT_IN_HAND),
    ]:
        move = Move.from_usi(text)
        for push in (lambda move=move: board.push(move), lambda text=text: board.push_usi(text)):
            with pytest.raises(IllegalMoveError, match=re.escape(text)) as caught:
                push()
            assert caught.value.infraction is infraction
            assert caught.value.move is move
        assert board.infraction(move) is infraction
        assert not board.is_legal(move)
    assert board.sfen() == STARTPOS
    assert board.history == []


@pytest.mark.parametrize(
    ("sfen", "text", "infraction"),
    [
        ("4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5e", Infraction.NIFU),
        ("8k/8l/7G1/9/9/9/9/9/4K4 b P 1", "P*5a", Infraction.DEAD_PIECE),
        ("4k4/4r4/9/9/4G4/9/9/9/4K4 b - 1", "5e4e", Infraction.LEFT_IN_CHECK),
        ("4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5g", Infraction.OCCUPIED_DROP),
        ("7sk/9/8G/9/9/9/9/9/4K4 b P 1", "P*1b", None),
        ("7lk/7p1/8G/9/9/9/9/9/4K4 b P 1", "P*1b", Infraction.UCHIFUZUME),
    ],
)
def test_infractions_of_the_rules(sfen: str, text: str, infraction: Infraction | None) -> None:
    assert Board(sfen).infraction(Move.from_usi(text)) is infraction


def test_push_usi_of_what_is_no_move() -> None:
    with pytest.raises(InvalidMoveError):
        Board().push_usi("resign")
    with pytest.raises(TypeError):
        Board().push_usi(Move.from_usi("7g7f"))  # type: ignore[arg-type]


def test_a_move_may_be_played_as_text_in_any_notation() -> None:
    board = Board()
    assert board.push_text("▲７六歩") is Move.from_usi("7g7f")
    assert board.push_csa("-3334FU") is Move.from_usi("3c3d")
    assert board.push_csa("8822UM") is board.peek() is Move.from_usi("8h2b+")
    assert board.push_text("同銀") is Move.from_usi("3a2b")  # the move before it is the board's own
    before = board.sfen()
    for text in ("P-7f", "hello", "-7776FU", ""):
        with pytest.raises(NotationError):
            board.push_csa(text)
    with pytest.raises(IllegalMoveError):
        board.push_csa("+5951OU")
    with pytest.raises(ArgumentTypeError):
        board.push_text(7)  # type: ignore[arg-type]
    assert board.sfen() == before


def test_anything_but_a_move_is_a_type_error() -> None:
    board = Board()
    for garbage in (None, 7739, "7g7f", object(), Move, board, [Move.from_usi("7g7f")], float("nan")):
        for name in ("push", "push_unchecked", "is_legal", "infraction", "gives_check"):
            with pytest.raises(TypeError):
                getattr(board, name)(garbage)
    assert board.sfen() == STARTPOS


def test_push_unchecked_plays_the_illegal_but_not_the_impossible() -> None:
    board = Board()
    board.push_unchecked(Move.from_usi("8h2b"))  # over the pawns' heads
    assert board.piece_at(square("2b")) is Piece(BLACK, PieceType.BISHOP)
    assert board.hand(BLACK) == Hand({PieceType.BISHOP: 1})
    board.pop()
    assert board.sfen() == STARTPOS
    for text, infraction in (
        ("5e5d", Infraction.NO_SUCH_PIECE),
        ("3c3d", Infraction.OUT_OF_TURN),
        ("P*5e", Infraction.NOT_IN_HAND),
        ("9i9g", Infraction.OWN_PIECE_CAPTURED),
        ("8h5a", Infraction.WRONG_MOVEMENT),
        ("5i5h+", Infraction.CANNOT_PROMOTE),
    ):
        with pytest.raises(IllegalMoveError) as caught:
            board.push_unchecked(Move.from_usi(text))
        assert caught.value.infraction is infraction
    assert board.history == []


def test_a_pass_changes_the_turn_only() -> None:
    board = Board()
    board.push_usi("7g7f")
    before = board.sfen()
    board.push_pass()
    assert board.turn is BLACK
    assert (board.ply, board.move_number) == (2, 3)
    assert board.peek() is None
    assert board.history == [Move.from_usi("7g7f")]
    board.push_usi("2g2f")
    start, moves = board.usi_position().split(" moves ")
    assert moves == "2g2f"
    assert Board(start.removeprefix("sfen ")).turn is BLACK
    assert board.root_sfen() == STARTPOS
    board.pop()
    assert board.pop() is None
    assert board.sfen() == before
    with pytest.raises(IllegalMoveError, match="a pass is illegal") as caught:
        Board("4k4/4r4/9/9/9/9/9/9/4K4 b - 1").push_pass()
    assert caught.value.move is None


def test_gives_check() -> None:
    board = Board("4k4/9/9/9/9/9/4N4/4R4/4K4 b G 1")
    assert board.gives_check(Move.from_usi("G*5b"))
    assert board.gives_check(Move.from_usi("5g4e"))  # the rook behind it does
    assert not board.gives_check(Move.from_usi("5h4h"))
    with pytest.raises(IllegalMoveError, match="not in hand"):
        board.gives_check(Move.from_usi("P*6b"))


def test_mate_in_1() -> None:
    board = Board("8k/9/8P/9/9/9/9/9/4K4 b G 1")
    assert board.mate_in_1() is Move.from_usi("G*1b")
    assert Board().mate_in_1() is None
    board.push_usi("G*1b")
    assert board.is_checkmate()


# -- equality, copies, pickles


def test_boards_are_equal_when_their_positions_are() -> None:
    a, b = Board(), Board()
    for text in ("2h3h", "8b7b", "3h2h", "7b8b"):
        a.push_usi(text)
    assert a == b
    assert hash(a) == hash(b)
    assert a.key == b.key
    b.push_usi("7g7f")
    assert a != b
    assert a != STARTPOS
    assert a is not None
    with pytest.raises(TypeError):
        a < b  # type: ignore[operator] # noqa: B015


def test_the_turn_and_the_hands_belong_to_the_position() -> None:
    assert Board(STARTPOS) != Board(STARTPOS.replace(" b ", " w "))
    assert Board("4k4/9/9/9/9/9/9/9/4K4 b P 1") != Board("4k4/9/9/9/9/9/9/9/4K4 b 2P 1")
    assert Board(STARTPOS) == Board(STARTPOS.replace(" 1", " 77"))


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_copies_and_pickles_keep_the_history_and_are_independent(protocol: int) -> None:
    board = random_game(7, 80)
    board.push_pass() if not board.is_check() else None
    for twin in (
        board.copy(),
        copy.copy(board),
        copy.deepcopy(board),
        pickle.loads(pickle.dumps(board, protocol)),
    ):
        assert twin == board
        assert twin is not board
        assert twin.history == board.history
        assert twin.sfen() == board.sfen()
        assert twin.root_sfen() == board.root_sfen()
        while twin.ply:
            twin.pop()
        assert twin.sfen() == STARTPOS
    assert board.ply >= 80


@pytest.mark.parametrize(
    "data", [b"", b"\0" * 99, b"\xff" * 100, b"\0" * 101, b"\x1f" * 100, b"\0" * 100 + b"\x01\x02"]
)
def test_bytes_that_are_no_saved_board_are_refused(data: bytes) -> None:
    with pytest.raises(PackedPositionError, match="no saved Board"):
        Board._restore(data)  # type: ignore[attr-defined]


def test_saved_boards_damaged_at_random_are_refused_or_read() -> None:
    rng = random.Random(5)
    saved: bytes = random_game(3, 40).__reduce__()[1][0]
    for _ in range(3000):
        damaged = bytearray(saved)
        for _ in range(rng.randint(1, 4)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        try:
            board = Board._restore(bytes(damaged))  # type: ignore[attr-defined]
        except ValueError:
            continue
        len(board.legal_moves)
        board.sfen()
        board.root_sfen()


def test_a_position_is_packed_into_32_bytes() -> None:
    for seed in range(20):
        board = random_game(seed, 100)
        packed = board.pack()
        assert len(packed) == 32
        assert Board.unpack(packed) == board
    with pytest.raises(PackedPositionError):
        Board("4k4/9/9/9/9/9/9/9/9 b - 1").pack()
    for wrong in (b"", b"\0" * 31, b"\0" * 33, b"\xff" * 32):
        with pytest.raises(PackedPositionError):
            Board.unpack(wrong)
    with pytest.raises(TypeError):
        Board.unpack("x" * 32)  # type: ignore[arg-type]


# -- documentation


@pytest.mark.parametrize("type_", [Board, Move, komadai.LegalMoves])
def test_every_public_name_is_documented(type_: type) -> None:
    assert type_.__doc__
    for name, value in vars(type_).items():
        if not name.startswith("_"):
            assert getattr(value, "__doc__", None), f"{type_.__name__}.{name} has no documentation"
