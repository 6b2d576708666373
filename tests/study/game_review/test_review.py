"""The review of a game: scores, classes, texts, milestones, missed mates."""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from random import Random

import pytest

from komadai import BLACK, WHITE, Board, EngineError, Move, Outcome, ReviewError, Termination, kifu
from komadai.errors import ArgumentTypeError, RangeError
from komadai.kifu import Game
from komadai.kifu.tree.variant_game import VariantGame
from komadai.study import Review, Reviewer, review

ROOK_LOST = "startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d 4a3b 2d2c+"
"""Black's last move gives the rook for nothing: a gold and a bishop guard the square."""
MATE_IN_3 = "7kl/9/6P2/9/9/9/9/9/4K4 b RG 1"
MATE_IN_5 = "4k4/9/9/4P4/9/9/9/9/4K4 b 2GS 1"
NODES = 2_000


def played(start: str, *moves: str) -> Game:
    game = Game(start)
    game.extend(map(Move.from_usi, moves))
    return game


@cache
def of_lost_rook() -> Review:
    return review(kifu.read(ROOK_LOST), nodes=NODES)


def test_each_move_has_a_score_a_win_rate_a_class_and_a_text_in_both_languages() -> None:
    result = of_lost_rook()
    assert [each.ply for each in result.moves] == list(range(1, 12))
    assert [each.side for each in result.moves] == [BLACK, WHITE] * 5 + [BLACK]
    for each in result.moves:
        assert each.score is not None
        assert each.score.turn == BLACK
        assert each.win is not None
        assert 0 <= each.win <= 1
        assert 0 <= each.loss <= 1
        assert each.text.en
        assert each.text.ja
        assert (each.move_class == "best") == (each.best is not None and each.best.move is each.move)


def test_a_rook_given_away_is_a_blunder_and_the_text_says_what_it_loses() -> None:
    blunder = of_lost_rook().moves[-1]
    assert blunder.move_class == "blunder"
    assert blunder.score is not None
    assert blunder.score.cp is not None
    assert blunder.score.cp < -400
    assert "Blunder" in blunder.text.en
    assert "Better was" in blunder.text.en
    assert "悪手" in blunder.text.ja
    assert blunder.best is not None
    assert blunder.best.line[0] is blunder.best.move


def test_the_json_has_the_keys_of_the_command() -> None:
    data = json.loads(json.dumps(of_lost_rook().to_json()))
    assert list(data) == ["engine", "nodes", "accuracy", "plies", "milestones", "style"]
    assert set(data["accuracy"]) == {"black", "white"}
    for each in data["plies"]:
        assert list(each) == ["ply", "usi", "side", "cp", "mate", "win", "best", "loss", "class", "text"]
        assert list(each["best"]) == ["usi", "line"]
        assert each["best"]["line"][0] == each["best"]["usi"]
        assert list(each["text"]) == ["en", "ja"]
    assert all(list(each) == ["ply", "kind"] for each in data["milestones"])


def test_the_side_with_the_blunder_is_less_accurate() -> None:
    black, white = of_lost_rook().accuracy
    assert black is not None
    assert white is not None
    assert 0 <= black < white <= 100


def test_the_same_nodes_give_the_same_review_whatever_the_number_of_processes() -> None:
    assert review(kifu.read(ROOK_LOST), nodes=NODES, processes=3) == of_lost_rook()


def test_exchanges_of_the_opening_are_no_clash_but_a_capture_after_them_is() -> None:
    assert "first_clash" not in [each.kind for each in of_lost_rook().milestones]
    game = kifu.read(ROOK_LOST)
    game.extend([Move.from_usi("3b2c")])
    assert (12, "first_clash") in review(game, nodes=100).milestones


def test_the_castle_that_stood_longest_is_a_milestone() -> None:
    mino = ["5g5f", "3c3d", "2h5h", "8c8d", "5i4h", "8d8e", "4h3h", "6a5b", "3h2h", "5a4b", "3i3h", "4b3b"]
    game = kifu.read("startpos moves " + " ".join(mino))
    assert "castle_completed" in [each.kind for each in review(game, nodes=50).milestones]


def test_a_king_in_the_zone_is_a_milestone_for_each_side_once() -> None:
    start = "9/9/9/4K4/9/4k4/9/9/9 b - 1"
    game = played(start, "5d4c", "5f6g", "4c4b", "6g6h")
    kinds = [(each.ply, each.kind) for each in review(game, nodes=100).milestones]
    assert [each for each in kinds if each[1] == "entering_king"] == [
        (1, "entering_king"),
        (2, "entering_king"),
    ]


# -- mates


@pytest.mark.parametrize("start", [MATE_IN_3, MATE_IN_5])
def test_a_mate_that_is_not_played_is_missed(start: str) -> None:
    result = review(played(start, "5i5h"), nodes=NODES)
    (move,) = result.moves
    assert move.move_class == "missed_mate"
    assert "had a mate in" in move.text.en
    assert "手詰がありました" in move.text.ja
    assert move.best is not None
    board = Board(start)
    for each in move.best.line:
        board.push(each)
    assert board.is_checkmate()
    assert result.milestones[0] == (0, "mate_available")


def test_a_mate_that_is_played_to_its_end_is_best() -> None:
    start = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
    result = review(played(start, "G*5b"), nodes=NODES)
    (move,) = result.moves
    assert (move.move_class, move.loss, move.win) == ("best", 0.0, 1.0)
    assert move.score is not None
    assert move.score.mate == 0
    assert move.text.en == "Checkmate."


def test_another_check_that_mates_as_well_is_no_missed_mate() -> None:
    # Two golds mate in one from either side of the head.
    start = "4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1"
    mates = [move for move in Board(start).legal_moves if _mates(start, move)]
    assert len(mates) > 0
    for move in mates:
        result = review(played(start, move.usi()), nodes=NODES)
        assert result.moves[0].move_class == "best"


def _mates(start: str, move: Move) -> bool:
    board = Board(start)
    board.push(move)
    return board.is_checkmate()


def test_scores_and_mates_are_those_of_black_also_if_white_mates() -> None:
    mirrored = Board(MATE_IN_3).mirror().sfen()
    (move,) = review(played(mirrored, Move.from_usi("5i5h").mirror().usi()), nodes=NODES).moves
    assert move.side == WHITE
    assert move.move_class == "missed_mate"
    (best,) = review(played(mirrored, *[each.mirror().usi() for each in _mate_line()[:1]]), nodes=NODES).moves
    assert best.score is not None
    assert best.score.mate is None or best.score.mate < 0
    assert best.win is not None
    assert best.win < 0.5


def _mate_line() -> list[Move]:
    (move,) = review(played(MATE_IN_3, "5i5h"), nodes=NODES).moves
    assert move.best is not None
    return list(move.best.line)


# -- other games


def test_a_game_without_moves_has_an_empty_review() -> None:
    result = review(Game(), nodes=100)
    assert result.moves == ()
    assert result.accuracy == (None, None)
    assert result.to_json()["plies"] == []


def test_a_handicap_game_begins_with_white_and_is_worded_for_its_players() -> None:
    game = Game(Board.handicap("2-piece").sfen())
    game.extend(map(Move.from_usi, ("3c3d", "2g2f", "2b8h+")))
    result = review(game, nodes=NODES)
    assert [each.side for each in result.moves] == [WHITE, BLACK, WHITE] or len(result.moves) == 3


def test_an_illegal_end_loses_and_ends_the_review() -> None:
    game = kifu.read("startpos moves 7g7f 3c3d")
    game.extend([Move.from_usi("2g2e"), Move.from_usi("8c8d")])
    result = review(game, nodes=100)
    assert len(result.moves) == 3
    last = result.moves[-1]
    assert (last.move_class, last.score, last.win) == ("blunder", None, 0.0)
    assert last.text.en.startswith("An illegal move")
    assert last.text.ja.startswith("反則")


def test_a_repetition_is_worth_half_a_point() -> None:
    there_and_back = ["5i5h", "5a5b", "5h5i", "5b5a"] * 3
    game = kifu.read("startpos moves " + " ".join(there_and_back))
    game.outcome = Outcome(None, Termination.SENNICHITE)
    last = review(game, nodes=50).moves[-1]
    assert last.score is not None
    assert last.score.cp == 0
    assert last.win == 0.5


def test_a_game_of_400_moves_is_reviewed_to_its_end() -> None:
    # Only kings: positions without checks take the mate solver no time.
    board, rng = Board("4k4/9/9/9/9/9/9/9/4K4 b - 1"), Random(1)
    game = Game(board.sfen())
    while len(game.moves()) < 400 and not board.is_game_over():
        move = rng.choice([each for each in board.legal_moves if each.drop is None])
        board.push(move)
        if board.repetition_count() > 2:
            board.pop()
            continue
        game.extend([move])
    assert len(game.moves()) == 400
    assert len(review(game, nodes=1).moves) == 400


def test_a_variant_has_no_evaluation() -> None:
    with pytest.raises(ReviewError, match="not reviewed: this game has no evaluation") as raised:
        review(VariantGame("minishogi"))  # type: ignore[arg-type]
    assert raised.value.message.text("ja").startswith("検討できません")


def test_a_start_against_the_rules_is_named() -> None:
    game = Game()
    game.sfen = "4k4/9/4p4/4p4/9/9/9/9/4K4 b - 1"
    with pytest.raises(ReviewError, match="start position is not valid"):
        review(game)


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(RangeError, match="nodes: expected 1 to"):
        review(Game(), nodes=0)
    with pytest.raises(RangeError, match="processes"):
        review(Game(), processes=0)
    with pytest.raises(ArgumentTypeError, match="expected a Game"):
        review("startpos")  # type: ignore[arg-type]


def test_a_missing_engine_is_an_error() -> None:
    with pytest.raises(EngineError, match="/no/such/engine"):
        review(Game(), engine="/no/such/engine")


def test_an_engine_that_reports_no_score_gives_moves_without_one() -> None:
    fake = Path(__file__).parents[2] / "server" / "fake_engine.py"
    result = review(
        kifu.read("startpos moves 7g7f 3c3d"), nodes=10, engine=[sys.executable, str(fake), "good"]
    )
    assert [each.score for each in result.moves] == [None, None]
    assert all(each.best is not None for each in result.moves)
    assert {each.move_class for each in result.moves} <= {"best", "good"}


# -- stopping and going on


def test_a_stopped_review_goes_on_from_its_journal(tmp_path: Path) -> None:
    journal = tmp_path / "journal.jsonl"

    class Stop(Exception):
        pass

    def stop_after_four(done: int, total: int) -> None:
        if done == 4:
            raise Stop

    with pytest.raises(Stop):
        review(kifu.read(ROOK_LOST), nodes=NODES, journal=journal, progress=stop_after_four)
    lines = journal.read_text("utf-8").splitlines()
    assert len(lines) == 5
    journal.write_text("\n".join([*lines, '{"key": "posi']), "utf-8")  # as if the machine had stopped
    calls: list[int] = []
    result = review(
        kifu.read(ROOK_LOST), nodes=NODES, journal=journal, progress=lambda done, total: calls.append(done)
    )
    assert calls[0] == 5
    assert result == of_lost_rook()
    assert not journal.exists()


def test_a_journal_of_another_review_is_replaced(tmp_path: Path) -> None:
    journal = tmp_path / "journal.jsonl"
    journal.write_text('{"komadai-review": 1}\n{"key": "position 0"}\n', "utf-8")
    assert review(kifu.read(ROOK_LOST), nodes=NODES, journal=journal) == of_lost_rook()


def test_another_thread_can_stop_a_review_which_keeps_its_first_part() -> None:
    reviewer = Reviewer(kifu.read(ROOK_LOST), nodes=NODES)

    def stop_after_four(done: int, total: int) -> None:
        if done == 4:
            reviewer.stop()

    result = reviewer.run(stop_after_four)
    assert not result.complete
    assert result.moves
    assert len(result.moves) < 11
    assert result.moves[0].ply == 1
