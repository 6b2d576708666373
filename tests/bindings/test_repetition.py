"""Repetition, and what the rules of the board alone make of it."""

from __future__ import annotations

from komadai import BLACK, WHITE, Board, Outcome, Termination

ROUND = ("2h3h", "8b7b", "3h2h", "7b8b")


def played(texts: list[str] | tuple[str, ...], sfen: str = "startpos") -> Board:
    board = Board(sfen)
    for text in texts:
        board.push_usi(text)
    return board


def test_the_fourth_occurrence_is_a_draw_and_not_the_third() -> None:
    for rounds in range(5):
        board = played(ROUND * rounds)
        assert board.repetition_count() == rounds + 1
        expected = Outcome(None, Termination.SENNICHITE) if rounds >= 3 else None
        assert board.outcome() == expected


def test_repetition_needs_the_same_turn() -> None:
    board = played(("5i5h", "5a5b", "5h4h", "5b5a", "4h5i"), "4k4/9/9/9/9/9/9/9/4K4 b - 1")
    assert (board.repetition_count(), board.turn) == (1, WHITE)


def test_passes_make_no_sennichite() -> None:
    board = Board()
    for _ in range(8):
        assert board.repetition_count() == 1
        assert board.outcome() is None
        board.push_pass()


def test_counting_starts_anew_after_the_last_pass() -> None:
    board = played(ROUND * 2)
    board.push_pass()
    board.push_pass()
    assert board.repetition_count() == 1
    assert board.repetition_checks() == (False, False)
    for text in ROUND * 3:
        assert board.outcome() is None
        board.push_usi(text)
    assert board.repetition_count() == 4
    assert board.outcome() == Outcome(None, Termination.SENNICHITE)


def test_taking_a_pass_back_brings_the_count_back() -> None:
    board = played(ROUND * 3)
    board.push_pass()
    assert board.outcome() is None
    board.pop()
    assert board.outcome() == Outcome(None, Termination.SENNICHITE)


def test_repetition_needs_the_same_hands() -> None:
    # The silvers are exchanged and dropped where they stood: only the hands tell the times apart.
    board = Board("4k4/9/9/4s4/4S4/9/9/9/4K4 b p 1")
    for text in ("5e5d", "5a4a", "S*5e"):
        board.push_usi(text)
    assert board.repetition_count() == 1
    first, second = Board("4k4/9/9/9/9/9/9/9/4K4 b P 1"), Board("4k4/9/9/9/9/9/9/9/4K4 b 2P 1")
    assert first.key != second.key


def test_taking_back_takes_the_count_back() -> None:
    board = played(ROUND * 3)
    board.pop()
    assert board.outcome() is None
    board.push_usi(ROUND[-1])
    assert board.outcome() == Outcome(None, Termination.SENNICHITE)


def test_a_new_root_has_no_earlier_repetitions() -> None:
    board = played(ROUND * 3)
    assert Board(board.sfen()).repetition_count() == 1
    board.set_turn(BLACK)
    assert board.repetition_count() == 1


# Black's rook drives the king to and fro, with check at every move.
CHASE = "4k4/9/9/9/9/9/9/9/R3K4 b - 1"


def test_the_side_that_checks_at_every_move_loses() -> None:
    board = played(["9i9a"], CHASE)
    for _ in range(3):
        for text in ("5a5b", "9a9b", "5b5a", "9b9a"):
            assert board.outcome() is None
            board.push_usi(text)
    assert board.repetition_count() == 4
    assert board.repetition_checks() == (True, False)
    assert board.outcome() == Outcome(WHITE, Termination.PERPETUAL_CHECK)


def test_one_quiet_move_makes_it_a_draw() -> None:
    board = played(["9i9a", "5a5b"], CHASE)
    for texts in [("9a9b", "5b5a", "9b9a", "5a5b")] * 2 + [
        ("9a9c", "5b5a", "9c9a", "5a5b")  # 9c gives no check: the king is on 5b
    ]:
        for text in texts:
            board.push_usi(text)
    assert board.repetition_count() == 4
    assert board.repetition_checks() == (False, False)
    assert board.outcome() == Outcome(None, Termination.SENNICHITE)


def test_a_check_before_the_first_occurrence_does_not_matter() -> None:
    board = played(["9i9h", "5a4a", "9h9a", "4a4b", "9a9h", "4b5a", "9h9i", "5a4a", "9i9h", "4a5a"], CHASE)
    for _ in range(3):
        for text in ("9h8h", "5a6a", "8h9h", "6a5a"):
            board.push_usi(text)
    assert board.outcome() == Outcome(None, Termination.SENNICHITE)


def test_no_repetition_no_perpetual_check() -> None:
    board = played(["9i9a"], CHASE)
    assert board.repetition_checks() == (False, False)
    assert Board().repetition_checks() == (False, False)


def test_mate_and_having_no_move_lose() -> None:
    assert Board("8k/8G/8P/9/9/9/9/9/4K4 w - 1").outcome() == Outcome(BLACK, Termination.CHECKMATE)
    stalemated = Board("8k/6G2/7G1/9/9/9/9/9/4K4 w - 1")
    assert not stalemated.is_check()
    assert stalemated.outcome() == Outcome(BLACK, Termination.NO_LEGAL_MOVES)
    assert Board().outcome() is None
