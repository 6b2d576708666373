"""Every legal move of every variant has its own text in Western notation, which is read as that move."""

from __future__ import annotations

import random

import pytest

from komadai.errors import AmbiguousMoveError, IllegalMoveError, KomadaiError, NotationError
from komadai.variants import NAMES, Board, Move
from komadai.variants.notation import western
from komadai.variants.notation.western import abbreviations

PLIES = {"taikyoku": 20, "tai": 40}


@pytest.mark.parametrize("name", NAMES)
def test_every_legal_move_is_read_as_it_was_written(name: str) -> None:
    board, choice = Board(name), random.Random(name)
    for _ in range(PLIES.get(name, 80)):
        moves = board.legal_moves
        if board.is_game_over():
            break
        sample = moves if len(moves) < 12 else choice.sample(moves, 8)
        # Moves in two steps are rare.
        for move in [*sample, *[move for move in moves if move.via][:8]]:
            assert western.read(board, western.write(board, move)) == move
        captures = [move for move in moves if move.via or board.is_capture(move)]
        board.push(choice.choice(captures or moves))


CHU_LION = "12/12/12/5p6/5p6/6N5/12/12/5k6/12/12/6K5 b - 1"
"""Black's lion is on 6f, White's pawns are on 7e and 7d."""


@pytest.mark.parametrize(
    ("usi", "text"),
    [
        ("6f7e7d", "Lnx7ex7d"),  # two captures
        ("6f7e6f", "Lnx!7e"),  # igui: a capture without moving
        ("6f7e8d", "Lnx7e-8d"),  # a capture, then a step
        ("6f7d", "Lnx7d"),  # a jump
        ("6f4h", "Ln-4h"),
        ("6f5e6f", "--"),  # a pass
    ],
)
def test_the_moves_of_a_lion(usi: str, text: str) -> None:
    board = Board("chu", CHU_LION)
    move = board.parse_move(usi)
    assert move is not None
    assert western.write(board, move) == text
    assert western.read(board, text) == move


@pytest.mark.parametrize(
    ("name", "sfen", "usi", "text"),
    [
        ("minishogi", None, "5e4d", "K-4d"),
        ("minishogi", "4k/5/5/2B2/4K b R 1", "3d5b", "B-5b"),
        ("dobutsu", None, "2c2b", "Cx2b"),
        ("heian", "4k4/p8/9/9/9/9/9/3GKG3 b - 1", "6h5g", "G6h-5g"),
        ("wa", None, "8h8g", "SP-8g"),
        ("yari", None, "5i5h", "YB5i-5h"),
    ],
)
def test_moves_are_written_as_in_the_literature(name: str, sfen: str | None, usi: str, text: str) -> None:
    board = Board(name, sfen)
    move = board.parse_move(usi)
    assert move is not None
    assert western.write(board, move) == text


@pytest.mark.parametrize("text", ["Lnx!7e", "lnX!7E", "Ｌｎ×！７ｅ", "Lnx7e!", "N6fx!7e", "6f7e6f"])
def test_other_ways_to_write_a_move(text: str) -> None:
    board = Board("chu", CHU_LION)
    assert western.read(board, text).usi() == "6f7e6f"


def test_without_a_sign_a_piece_that_may_choose_does_not_promote() -> None:
    board = Board("minishogi", "4k/5/2S2/5/4K b - 1")
    assert western.write(board, western.read(board, "S-2b")) == "S-2b"
    board = Board("minishogi", "4k/2S2/5/5/4K b - 1")
    assert [western.write(board, western.read(board, text)) for text in ("S-2a", "S-2a=", "S-2a+")] == [
        "S-2a=",
        "S-2a=",
        "S-2a+",
    ]


def test_squares_of_small_boards_may_be_digits() -> None:
    board = Board("minishogi")
    assert western.read(board, "K-44") == western.read(board, "K55-44") == western.read(board, "K-4d")


def test_ranks_after_z_are_doubled_letters() -> None:
    board = Board("taikyoku")
    move = board.legal_moves[0]
    assert move.usi() == "31y31x"
    assert western.square_text(board.variant, board.square("36aj")) == "36jj"


def test_every_abbreviation_names_one_piece() -> None:
    for name in NAMES:
        names = [text.lower() for text in abbreviations(Board(name).variant).values()]
        assert len(set(names)) == len(names), name


@pytest.mark.parametrize(
    ("text", "error", "code"),
    [
        ("hello", NotationError, "move-unreadable"),
        ("x" * 100, NotationError, "move-too-long"),
        ("P-13h", NotationError, "move-unreadable"),
        ("P-6a", NotationError, "move-no-legal"),
        ("", NotationError, "move-unreadable"),
        ("G-8k", AmbiguousMoveError, "move-ambiguous"),
        ("P6i-6f", IllegalMoveError, "move-illegal"),
        ("6i6f", IllegalMoveError, "move-illegal"),
        ("Ln6fx!9a", IllegalMoveError, "move-illegal"),
    ],
)
def test_a_text_that_is_no_move_here(text: str, error: type[KomadaiError], code: str) -> None:
    board = Board("chu", "12/12/12/5p6/5p6/6N5/12/12/5k6/12/3G1G6/4G1K5 b - 1" if text == "G-8k" else None)
    with pytest.raises(error) as caught:
        western.read(board, text)
    assert caught.value.message.code == code


@pytest.mark.parametrize(
    ("sfen", "usi", "text"),
    [
        # As lishogi writes them: files and ranks are one sign each, 1 to 9, then a, b and c.
        (None, "11i11h", "P-b8"),
        (None, "12d12e", "P-c5"),
        (None, "11d11e", "P-b5"),
        ("6k5/12/12/12/12/12/12/12/12/12/9R2/6K5 b - 1", "3k12k", "R-cb"),
        (None, "6i6h", "P-68"),
        ("12/12/12/12/12/12/5O6/12/12/k11/12/11K b - 1", "7g7e", "Kr-75"),
        ("12/12/12/12/12/12/5+O6/12/12/k11/12/11K b - 1", "7g7e", "+Kr-75"),
        ("12/12/12/12/12/12/5H6/12/12/k11/12/11K b - 1", "7g3c+", "H-33+"),
        ("12/12/12/12/12/12/5H6/12/12/k11/12/11K b - 1", "7g3c", "H-33="),
        (CHU_LION, "6f7e7d", "Lnx75x74"),
        (CHU_LION, "6f7e6f", "Lnx!75"),
        (CHU_LION, "6f7e8d", "Lnx75-84"),
        (CHU_LION, "6f4h", "Ln-57-48"),  # through an empty square
        (CHU_LION, "6f4h", "Ln66-48"),
        (CHU_LION, "6f5e6f", "--"),
    ],
)
def test_the_moves_of_chu_as_lishogi_writes_them_are_read(sfen: str | None, usi: str, text: str) -> None:
    board = Board("chu", sfen)
    if board.parse_move(usi) is None:
        board.push_usi("6i6h")  # White is to move
    assert western.read(board, text).usi() == usi


def test_a_square_that_both_ways_of_writing_have_is_read_as_we_write_it() -> None:
    rook = Board("chu", "6k5/12/12/12/12/12/12/5R6/12/12/12/6K5 b - 1")
    assert western.read(rook, "R-7a").usi() == "7h7a"
    assert western.read(rook, "R-7a", one_sign=True).usi() == "7h7j"
    assert western.read(rook, "R-71").usi() == "7h7a"
    # The rook cannot go to 7a here, so that 7j is meant.
    behind = Board("chu", "6k5/5P6/12/12/12/12/12/5R6/12/12/12/6K5 b - 1")
    assert western.read(behind, "R-7a").usi() == "7h7j"


@pytest.mark.parametrize("text", ["Ln-11-48", "Ln-62-64", "P-d5", "P-b0", "Ln-47-48"])
def test_a_way_that_the_piece_cannot_take_is_no_move(text: str) -> None:
    with pytest.raises(NotationError):
        western.read(Board("chu", CHU_LION), text)


def lishogi_text(board: Board, move: Move) -> str:
    """A move of chu as lishogi's Western notation writes it, always with its origin."""

    def square(number: int) -> str:
        return "".join("123456789abc"[each] for each in divmod(number, 12))

    assert move.from_square is not None
    piece = board.piece_at(move.from_square)
    assert piece is not None
    name = abbreviations(board.variant)[piece.kind.id].replace("Ky", "Kr")
    name = {"DH": "H", "DK": "D", "+DH": "+H", "+DK": "+D"}.get(name, name)
    name += square(move.from_square)
    if move.via and move.to_square == move.from_square:
        is_igui = board.piece_at(move.via[0]) is not None
        return f"{name}x!{square(move.via[0])}" if is_igui else "--"
    steps = "".join(f"x{square(each)}" for each in move.via)
    sign = "-" if board.piece_at(move.to_square) is None else "x"
    return f"{name}{steps}{sign}{square(move.to_square)}{'+' if move.promotion else ''}"


def test_every_move_of_chu_is_read_as_lishogi_writes_it() -> None:
    choice = random.Random(8)
    for _ in range(3):
        board = Board("chu")
        for _ in range(120):
            if board.is_game_over():
                break
            moves = board.legal_moves
            special = [move for move in moves if move.via or move.promotion]
            for move in [*choice.sample(moves, min(8, len(moves))), *special[:6]]:
                text = lishogi_text(board, move)
                if text != "--":
                    assert western.read(board, text, one_sign=True) == move, (board.sfen(), text)
            captures = [move for move in moves if move.via or board.is_capture(move)]
            board.push(choice.choice(captures or moves))
