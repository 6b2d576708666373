"""Hints for beginners: what they say of a position, and in which order."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from komadai.server.variants.hints import hints
from komadai.variants import NAMES, Board, Variant
from tests.server.conftest import code


def kinds(board: Board) -> list[str]:
    return [hint.kind for hint in hints(board).hints]


def hint(board: Board, kind: str) -> Any:
    return next(each for each in hints(board).hints if each.kind == kind)


def test_a_mate_in_one_is_announced_before_it_is_shown() -> None:
    board = Board("goro-goro", "2k2/5/2P2/5/5/2K2 b G 1")
    assert kinds(board) == ["mate", "movable", "move"]
    assert hint(board, "mate").usi is None
    shown = hint(board, "move")
    board.push_usi(shown.usi)
    assert board.outcome() is not None
    assert shown.text.en == "Win now: drop the gold general on 3b!"
    assert shown.text.ja == "３二金将打で勝ちです！"


def test_a_longer_mate_begins_with_its_first_move() -> None:
    board = Board("goro-goro", "4k/5/4G/5/5/2K2 b GG 1")
    shown = hint(board, "move")
    assert "Win now" in shown.text.en or "mate in" in shown.text.en


def test_check_is_the_first_hint() -> None:
    board = Board("goro-goro", "2k2/5/5/5/2g2/2K2 b - 1")
    assert kinds(board)[0] == "check"
    assert hint(board, "check").squares == ["3f"]
    assert "king is attacked" in hint(board, "check").text.en


def test_a_piece_that_can_be_taken_for_nothing() -> None:
    board = Board("goro-goro", "k4/5/2s2/2S2/5/2K2 b - 1")
    take = hint(board, "take")
    assert take.squares == ["3c"]
    assert take.text.en == "You can take the silver general on 3c, and nothing takes back."
    assert take.text.ja == "３三の銀将をただで取れます。"


def test_a_capture_that_is_answered() -> None:
    take = hint(Board("goro-goro", "k4/2g2/2s2/2S2/5/2K2 b - 1"), "take")
    assert take.text.en.endswith("but your piece can be taken back.")


def test_an_own_piece_in_danger() -> None:
    board = Board("goro-goro", "k4/5/2g2/1G3/5/4K b - 1")
    danger = hint(board, "danger")
    assert danger.squares == ["4d"]
    safe = Board("goro-goro", "k4/5/5/1G3/5/4K b - 1")
    assert "danger" not in kinds(safe)


def test_the_pieces_that_can_move_are_marked() -> None:
    board = Board("goro-goro")
    movable = hint(board, "movable")
    assert set(movable.squares) == {board.square_name(move.from_square or 0) for move in board.legal_moves}
    with_hand = Board("goro-goro", "2k2/5/5/5/5/2K2 b S 1")
    assert hint(with_hand, "movable").text.en.endswith("You can also drop a piece from your hand.")


def test_the_last_hint_is_a_legal_move() -> None:
    for name in NAMES:
        variant = Variant.named(name)
        if variant.files * variant.ranks <= 36:
            board = Board(name)
            last = hints(board).hints[-1]
            assert last.kind == "move"
            assert last.usi in {move.usi() for move in board.legal_moves}


@pytest.mark.parametrize(
    ("name", "sfen", "faces", "english", "japanese"),
    [
        ("goro-goro", "2k2/5/2P2/5/5/2K2 b G 1", "one", "drop the gold general on 3b", "３二金将打"),
        ("goro-goro", "2k2/5/2P2/5/5/2K2 b G 1", "letters", "drop the gold general on 3b", "３二G（金将）打"),
        ("goro-goro", "2k2/5/2P2/5/5/2K2 b G 1", "pictures", "drop the dog on 3b", "３二いぬ打"),
        ("dobutsu", "1l1/3/1L1/2C b - 1", "one", "chick to 1c", "１三ひよこ"),
    ],
)
def test_a_piece_is_called_what_its_face_shows(
    name: str, sfen: str, faces: Any, english: str, japanese: str
) -> None:
    said = [each.text for each in hints(Board(name, sfen), faces).hints]
    assert english in " ".join(text.en for text in said)
    assert japanese in "".join(text.ja for text in said)


def test_a_game_that_is_over_has_no_hints() -> None:
    board = Board("goro-goro", "2k2/5/2P2/5/5/2K2 b G 1")
    board.push_usi("G*3b")
    assert hints(board).hints == []


def test_the_server_gives_hints_on_small_boards(client: TestClient[Any]) -> None:
    answer = client.get("/api/variants/goro-goro/hints", params={"sfen": Variant.named("goro-goro").sfen})
    assert [each["kind"] for each in answer.json()["hints"]][-1] == "move"
    for each in answer.json()["hints"]:
        assert each["text"]["en"]
        assert each["text"]["ja"]
    assert client.get("/api/variants/chu/hints").status_code == 404
    assert code(client.get("/api/variants/goro-goro/hints?sfen=x")) == "invalid"


@pytest.mark.parametrize(("name", "offered"), [("goro-goro", True), ("dobutsu", True), ("chu", False)])
def test_the_page_knows_where_hints_are_offered(client: TestClient[Any], name: str, offered: bool) -> None:
    assert client.get(f"/api/variants/{name}").json()["hints"] is offered
