"""The USI engine in a process, as a GUI uses it."""

from __future__ import annotations

import os
import re
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from komadai import Board, Handicap, ImpasseRule, Move
from komadai.engine.usi import policy_value_search
from komadai.engine.usi.policy_value_search import PolicyValueSearch
from komadai.engine.usi.server import UsiServer
from tests.processes import PATIENCE_S
from tests.usi.gui_end import gui_end
from tests.usi.usi_process import UsiProcess

WEIGHTS = Path(__file__).parents[3] / "cpp/eval/handmade.weights"
MICROCOSMOS = "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1"


@pytest.fixture
def usi(usi_program: Sequence[str]) -> Iterator[UsiProcess]:
    engine = UsiProcess(usi_program)
    engine.send("usi", "setoption name Seed value 1", "isready")
    engine.read_until("readyok")
    yield engine
    engine.close()


def test_it_answers_usi_with_its_name_and_options_and_ends_at_quit(usi_program: Sequence[str]) -> None:
    engine = UsiProcess(usi_program)
    engine.send("usi")
    lines = engine.read_until("usiok")
    assert lines[0].startswith("id name Komadai")
    assert lines[1].startswith("id author")
    options = {line.split()[2] for line in lines if line.startswith("option name")}
    assert {"USI_Hash", "Threads", "MultiPV", "USI_Ponder", "Level", "ImpasseRule", "ResignValue"} <= options
    engine.send("isready")
    engine.read_until("readyok")
    engine.send("quit")
    assert engine.process.wait(PATIENCE_S) == 0
    engine.close()


def test_the_end_of_the_input_ends_it_even_during_a_search(usi: UsiProcess) -> None:
    usi.send("position startpos", "go infinite")
    assert usi.process.stdin is not None
    usi.process.stdin.close()
    assert usi.process.wait(PATIENCE_S) == 0


def test_info_lines_have_the_fields_that_guis_expect(usi: UsiProcess) -> None:
    usi.send("position startpos", "go depth 6")
    lines = [line.split() for line in usi.read_until("bestmove")]
    infos = [words for words in lines if words[0] == "info"]
    assert [words[2] for words in infos] == ["1", "2", "3", "4", "5", "6"]
    for words in infos:
        assert words[1::2][:4] == ["depth", "seldepth", "multipv", "score"]
        for name in ("time", "nodes", "nps", "hashfull"):
            assert int(words[words.index(name) + 1]) >= 0
        board = Board()
        for usi_move in words[words.index("pv") + 1 :]:
            board.push_usi(usi_move)
    assert lines[-1][2] == "ponder"


def test_invalid_commands_are_reported_and_skipped(usi: UsiProcess) -> None:
    usi.send(
        "hello",
        "",
        "setoption",
        "setoption name Nonsense value 1",
        "setoption name USI_Hash value many",
        "setoption name Level value 16",
        "position",
        "position startpos moves 7g7f 3c3d 7g7f",
        "position sfen 9/9/9 b - 1",
        "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL x - 1",
        "go nodes 10",
        "ponderhit",
        "stop",
        "gameover win",
        "\x01\x02 \ud7ff",
        "position startpos",
        "go nodes 300 banana",
    )
    lines = usi.read_until("bestmove") + usi.read_until("bestmove")
    strings = [line for line in lines if line.startswith("info string")]
    assert len(strings) == 12
    assert any("move 3: 7g7f is illegal" in line for line in strings)
    assert any("board" in line for line in strings)
    assert lines[-1].split()[1] in {move.usi() for move in Board().legal_moves}


@pytest.mark.parametrize("after", [0.0, 0.1])
@pytest.mark.parametrize(("go", "answer"), [("go infinite", "bestmove"), ("go mate infinite", "checkmate")])
def test_a_search_is_stopped_at_its_beginning_and_later(
    usi: UsiProcess, go: str, answer: str, after: float
) -> None:
    usi.send("setoption name USI_Hash value 512", "isready")
    usi.read_until("readyok")
    for _ in range(8):
        usi.send(f"position sfen {MICROCOSMOS}", go)
        time.sleep(after)
        usi.send("stop")
        usi.read_until(answer)


def test_an_endless_search_answers_only_when_stopped(usi: UsiProcess) -> None:
    mate = "position sfen 8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
    usi.send(mate, "go infinite")
    assert usi.sends_nothing(0.4, "bestmove")
    assert usi.bestmove("stop") == "G*1b"
    usi.send("position startpos", "go ponder btime 1000 wtime 1000 byoyomi 200")
    assert usi.sends_nothing(0.4, "bestmove")
    assert usi.bestmove("ponderhit")
    usi.send("go ponder btime 1000 wtime 1000")
    assert usi.bestmove("stop")


def test_searchmoves_nodes_and_multipv(usi: UsiProcess) -> None:
    assert usi.bestmove("position startpos", "go nodes 2000 searchmoves 9g9f 1g1f") in ("9g9f", "1g1f")
    usi.send("setoption name MultiPV value 3", "go depth 4")
    lines = [line.split() for line in usi.read_until("bestmove")]
    last = [words for words in lines if words[:3] == ["info", "depth", "4"]]
    firsts = [words[words.index("pv") + 1] for words in last]
    assert len(set(firsts)) == 3
    scores = [int(words[words.index("cp") + 1]) for words in last]
    assert scores == sorted(scores, reverse=True)


def test_a_search_with_fixed_nodes_is_reproducible(usi: UsiProcess) -> None:
    runs = []
    for _ in range(2):
        usi.send("usinewgame", "position startpos moves 2g2f 3c3d", "go nodes 20000")
        runs.append([line.split(" time ")[0] for line in usi.read_until("bestmove")])
    assert runs[0] == runs[1]


def test_go_mate_proves_a_mate_or_that_there_is_none(usi: UsiProcess) -> None:
    usi.send("position sfen 8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "go mate 5000")
    assert usi.read_until("checkmate")[-1] == "checkmate G*1b"
    usi.send("position startpos", "go mate infinite")
    assert usi.read_until("checkmate")[-1] == "checkmate nomate"


def test_go_mate_reports_its_progress_and_can_be_stopped(usi: UsiProcess) -> None:
    for size in (16, 32, 16):
        usi.send(f"setoption name USI_Hash value {size}", f"position sfen {MICROCOSMOS}", "go mate infinite")
        words = usi.read_until("info")[-1].split()
        assert {"time", "nodes", "nps", "hashfull"} <= set(words)
        usi.send("stop")
        assert usi.read_until("checkmate")[-1] == "checkmate timeout"


def test_a_search_with_an_internal_error_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    class FailingSearch(PolicyValueSearch):
        def __init__(self) -> None: ...
        def arm(self) -> None: ...
        def stop(self) -> None: ...

        def go(self, board: Board, **_: Any) -> Any:
            return 1 // 0

    tracebacks: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", tracebacks.append)
    monkeypatch.setattr(policy_value_search, "load", lambda _settings: FailingSearch())
    with gui_end() as gui:
        server = UsiServer(gui.pipe)
        server.execute("setoption name SearchMode value PolicyValue")
        server.execute("go nodes 100")
        assert "internal error: ZeroDivisionError: " in gui.read_line()
        assert gui.read_line() == "bestmove resign"
        del server
    assert len(tracebacks) == 1


def test_stop_ends_a_mate_search_after_any_other_commands(usi: UsiProcess) -> None:
    usi.send(f"position sfen {MICROCOSMOS}", "go mate infinite")
    usi.read_until("info")
    usi.send(
        "isready", "usi", "setoption name USI_Hash value 8", "position startpos", "go mate 1", "usinewgame"
    )
    usi.read_until("readyok")
    usi.read_until("usiok")
    usi.send("stop")
    assert usi.read_until("checkmate")[-1] == "checkmate timeout"


def test_a_position_sent_during_a_search_is_used_for_the_next_one(usi: UsiProcess) -> None:
    usi.send("position startpos", "go infinite", "position startpos moves 7g7f", "stop")
    assert Board().is_legal(Move.from_usi(usi.read_until("bestmove")[-1].split()[1]))
    after = Board()
    after.push_usi("7g7f")
    assert after.is_legal(Move.from_usi(usi.bestmove("go depth 1")))


@pytest.mark.parametrize("words", ["infinite", "ponder btime 0 wtime 0 byoyomi 100"])
def test_an_endless_search_without_a_position_is_answered_when_stopped(usi: UsiProcess, words: str) -> None:
    usi.send("position sfen what is this", f"go {words}")
    assert usi.sends_nothing(0.3, "bestmove")
    assert usi.bestmove("stop") == "resign"
    assert usi.bestmove("position startpos", "go depth 1") != "resign"


@pytest.mark.parametrize("words", ["btime", "byoyomi wtime 1000", "movetime soon", "nodes", "depth ten"])
def test_a_go_command_with_an_unreadable_limit_is_answered(usi: UsiProcess, words: str) -> None:
    assert usi.bestmove("position startpos", f"go {words}") != "resign"


@pytest.mark.parametrize("words", ["nodes 0", "depth 0", "nodes -7"])
def test_a_go_command_with_a_limit_below_one_is_reported_and_answered(usi: UsiProcess, words: str) -> None:
    usi.send("position startpos", f"go {words}")
    answer = usi.read_until("bestmove")
    assert f"info string not understood: {words}" in answer
    assert answer[-1] != "bestmove resign"


def test_a_file_name_may_contain_any_bytes_and_blanks(tmp_path: Path) -> None:
    names = (b"two  blanks", "全角　の空白".encode(), b"not \xff UTF-8", b"a value of weights")
    with gui_end() as gui:
        gui.send(b"isready\n")
        for name in names:
            path = os.path.join(os.fsencode(tmp_path), name)
            shutil.copyfile(WEIGHTS, path)
            gui.send(b"setoption name EvalFile value %s\n" % path)
        gui.send(b"setoption name EvalFile value %s2\nquit\n" % path)
        server = UsiServer(gui.pipe)
        server.serve()
        del server
        assert gui.read_line() == "readyok"
        assert (
            "weights2: cannot be read: No such file or directory" in gui.read_line()
        )  # and no message about the others


def test_a_refused_evaluation_is_named_in_one_line_and_the_engine_runs_on(
    usi: UsiProcess, tmp_path: Path
) -> None:
    usi.send("setoption name OwnBook value false", "position startpos")
    before = usi.bestmove("go nodes 2000")
    archive = tmp_path / "nn.bin"
    archive.write_bytes(b"PK\3\4" + bytes(100))
    usi.send(f"setoption name EvalFile value {archive}", "isready")
    lines = usi.read_until("readyok")
    assert len(lines) == 2
    assert re.match(
        r"info string EvalFile: \S+/nn\.bin: a zip archive, not an evaluation; expected ", lines[0]
    )
    usi.send("usinewgame")
    assert usi.bestmove("go nodes 2000") == before


def test_a_network_is_loaded_without_a_message(usi: UsiProcess, tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    from tests.eval.networks import KP, RandomNetwork

    network = tmp_path / "nn.bin"
    network.write_bytes(RandomNetwork(KP, 32).nn_bin("Features=K+P[1710->32x2]"))
    usi.send(f"setoption name EvalFile value {network}", "setoption name FV_SCALE value 20", "isready")
    assert usi.read_until("readyok") == ["readyok"]
    usi.send("setoption name OwnBook value false")
    assert usi.bestmove("position startpos", "go nodes 500") != "resign"


def test_every_form_of_go_mate_is_answered(usi: UsiProcess) -> None:
    usi.send("position sfen 8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")
    for words in (
        "go mate",
        "go mate 0",
        "go mate 1",
        "go mate infinite",
        "go mate 99999999999",
        "go mate soon",
    ):
        usi.send(words)
        assert usi.read_until("checkmate")[-1] in ("checkmate G*1b", "checkmate timeout"), words
    usi.send("position sfen what is this", "go mate 100")
    assert usi.read_until("checkmate")[-1] == "checkmate timeout"


def test_go_mate_reports_the_length_and_the_line_of_the_mate(usi: UsiProcess) -> None:
    usi.send("position sfen 8l/7b1/8k/6+B2/7Pg/9/9/9/9 b Rr3g4s4n3l17p 1", "go mate 5000")
    info = [line for line in usi.read_until("checkmate") if " score " in line][-1]
    assert "score mate 3" in info
    assert info.endswith("pv R*1b 1a1b 3d2d")


def test_go_mate_ends_when_its_time_is_over_and_a_move_can_be_searched_afterwards(usi: UsiProcess) -> None:
    usi.send(f"position sfen {MICROCOSMOS}", "go mate 200")
    assert usi.read_until("checkmate")[-1] == "checkmate timeout"
    assert usi.bestmove("position startpos", "go nodes 500") != "resign"
    usi.send("position sfen 8l/7b1/8k/6+B2/7Pg/9/9/9/9 b Rr3g4s4n3l17p 1", "go mate 5000")
    assert usi.read_until("checkmate")[-1] == "checkmate R*1b 1a1b 3d2d"


def test_the_move_after_a_go_mate_is_searched_with_a_large_memory_too(usi: UsiProcess) -> None:
    """The solver has the memory meanwhile, and moving half a gigabyte back to the search takes time."""
    usi.send("setoption name OwnBook value false", "setoption name USI_Hash value 512", "isready")
    usi.read_until("readyok")
    usi.send("position startpos", "go mate 100")
    assert usi.read_until("checkmate")[-1] == "checkmate nomate"
    usi.send("position startpos moves 7g7f", "go byoyomi 2000")
    assert any(line.startswith("info depth 3 ") for line in usi.read_until("bestmove"))
    usi.send("go mate 100")
    usi.read_until("checkmate")
    usi.send("isready")
    usi.read_until("readyok")
    usi.send("go byoyomi 2000")
    assert any(line.startswith("info depth 3 ") for line in usi.read_until("bestmove"))


def test_illegal_searchmoves_are_left_out_and_reported(usi: UsiProcess) -> None:
    usi.send("setoption name OwnBook value false", "isready", "position startpos")
    usi.read_until("readyok")
    for words, message, moves in (
        ("1a1b 9g9f", "illegal here: 1a1b; left out", {"9g9f"}),
        ("zzz 9g9f", "not understood: searchmoves zzz", {"9g9f"}),
        ("1a1b", "illegal here: 1a1b; all moves are searched", None),
    ):
        usi.send(f"go nodes 2000 searchmoves {words}")
        answer = usi.read_until("bestmove")
        assert any(message in line for line in answer)
        assert moves is None or answer[-1].split()[1] in moves


def test_go_mate_of_a_side_without_a_king_is_refused_with_the_reason(usi: UsiProcess) -> None:
    usi.send("position sfen 9/9/9/9/9/9/9/9/4K4 b G 1", "go mate 1000")
    assert usi.read_until("checkmate")[-2:] == [
        "info string the side to be mated has no king",
        "checkmate nomate",
    ]


def test_it_resigns_when_mated_or_nearly_mated(usi: UsiProcess) -> None:
    assert (
        usi.bestmove("position sfen 8k/8G/8P/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1", "go byoyomi 100") == "resign"
    )
    # Every move is mated in two plies.
    mated_soon = "position sfen 7k1/9/7+R1/9/9/9/9/9/4K4 w 2G2Sr2b2g2s4n4l18p 1"
    assert usi.bestmove(mated_soon, "go byoyomi 2000 nodes 3000") == "resign"
    assert usi.bestmove("setoption name Level value 1", mated_soon, "go byoyomi 2000 nodes 3000") != "resign"


def test_it_resigns_after_three_moves_with_a_lost_score(usi: UsiProcess) -> None:
    usi.send("setoption name OpeningVariety value false", "usinewgame")
    lost = "position sfen ln1gk1snl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w RBGS 2"
    answers = [usi.bestmove(lost, "go byoyomi 2000 nodes 3000") for _ in range(3)]
    assert answers[0] != "resign"
    assert answers[2] == "resign"


@pytest.mark.parametrize("handicap", ["eight-piece", "naked-king", "nine-piece-gained"])
def test_the_pieces_of_a_handicap_do_not_count_for_resignation(usi: UsiProcess, handicap: str) -> None:
    start = f"position sfen {Handicap.named(handicap).sfen}"
    assert "resign" not in [usi.bestmove(start, "go byoyomi 2000 nodes 3000") for _ in range(4)]


ENTERED = "+R+B+RGK+P+P+P+P/4+P+P+P2/9/9/9/9/9/9/3k5 b B3G4S4N4L11P 201"


def test_it_declares_only_under_the_point_rules(usi: UsiProcess) -> None:
    position = f"position sfen {ENTERED}"
    for rule in ImpasseRule:
        usi.send(f"setoption name ImpasseRule value {rule}")
        assert (usi.bestmove(position, "go nodes 500") == "win") == rule.endswith("-point"), rule


def test_under_the_try_rules_the_king_moves_to_the_try_square(usi: UsiProcess) -> None:
    for rule, other_king in (("try", "9/9/k8"), ("try-one-king", "9/9/k8"), ("try-one-king", "k8/9/9")):
        usi.send(f"setoption name ImpasseRule value {rule}")
        start = f"position sfen 9/3K5/9/9/9/9/{other_king} b - 1"
        assert usi.bestmove(start, "go nodes 3000") == "6b5a", (rule, other_king)


def test_no_move_is_illegal_in_hundreds_of_random_positions(usi: UsiProcess) -> None:
    rng = Random(20)
    starts = [Board.handicap(name).sfen() for name in ("even", "two-piece", "six-piece", "rook-lance")]
    for number in range(300):
        board = Board(starts[number % len(starts)])
        for _ in range(rng.randrange(1, 160)):
            if not len(board.legal_moves):
                break
            board.push(rng.choice(board.legal_moves))
        level = 1 + number % 15
        answer = usi.bestmove(
            f"setoption name Level value {level}",
            f"position {board.usi_position()}",
            f"go nodes {1 + number % 60}",
        )
        if len(board.legal_moves):
            assert answer == "win" or answer in {move.usi() for move in board.legal_moves}, board.sfen()
        else:
            assert answer == "resign"


def test_two_hundred_moves_at_a_tenth_of_a_second_are_legal(usi: UsiProcess) -> None:
    board = Board()
    usi.send("setoption name ResignValue value 99999", "setoption name OpeningVariety value false")
    for _ in range(200):
        if board.outcome() is not None:
            board = Board()
            usi.send("usinewgame")
        usi.send(f"position {board.usi_position()}")
        answer = usi.bestmove("go btime 0 wtime 0 byoyomi 100")
        if answer in ("win", "resign"):
            board = Board()
            continue
        board.push_usi(answer)
