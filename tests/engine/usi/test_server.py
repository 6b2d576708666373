"""Our engine's USI, spoken through a real pipe as a GUI speaks it."""

from __future__ import annotations

import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from komadai import Board, Handicap, ImpasseRule, Move
from komadai.engine.usi import server as usi_server
from komadai.engine.usi.server import UsiServer
from tests.processes import PATIENCE_S, end
from tests.usi.gui_end import ends

WEIGHTS = Path(__file__).parents[3] / "cpp/eval/handmade.weights"
MICROCOSMOS = "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1"


class Dialogue:
    """A GUI's end of the pipe."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "komadai", "usi"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            bufsize=1,
            start_new_session=True,
        )
        self._lines: queue.Queue[str] = queue.Queue()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))

    def say(self, *lines: str) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, word: str) -> list[str]:
        """The lines up to and with the first that begins with this word."""
        seen: list[str] = []
        while True:
            try:
                seen.append(self._lines.get(timeout=PATIENCE_S))
            except queue.Empty:
                raise AssertionError(f"no {word!r}, only {seen}") from None
            if seen[-1].split(" ")[0] == word:
                return seen

    def ask(self, *lines: str) -> str:
        """The bestmove after these lines."""
        self.say(*lines)
        return self.until("bestmove")[-1].split()[1]

    def silent_for(self, seconds: float, word: str) -> bool:
        time.sleep(seconds)
        with self._lines.mutex:
            return not any(line.startswith(word) for line in self._lines.queue)

    def close(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self._thread.join()
        end(self.process)


@pytest.fixture
def usi() -> Iterator[Dialogue]:
    dialogue = Dialogue()
    dialogue.say("usi", "setoption name Seed value 1", "isready")
    dialogue.until("readyok")
    yield dialogue
    dialogue.close()


def test_it_introduces_itself_and_leaves_when_told() -> None:
    dialogue = Dialogue()
    dialogue.say("usi")
    lines = dialogue.until("usiok")
    assert lines[0].startswith("id name Komadai")
    assert lines[1].startswith("id author")
    options = {line.split()[2] for line in lines if line.startswith("option name")}
    assert {"USI_Hash", "Threads", "MultiPV", "USI_Ponder", "Level", "ImpasseRule", "ResignValue"} <= options
    dialogue.say("isready")
    dialogue.until("readyok")
    dialogue.say("quit")
    assert dialogue.process.wait(PATIENCE_S) == 0
    dialogue.close()


def test_the_end_of_the_input_ends_it_even_while_it_thinks(usi: Dialogue) -> None:
    usi.say("position startpos", "go infinite")
    assert usi.process.stdin is not None
    usi.process.stdin.close()
    assert usi.process.wait(PATIENCE_S) == 0


def test_info_lines_are_what_guis_expect(usi: Dialogue) -> None:
    usi.say("position startpos", "go depth 6")
    lines = [line.split() for line in usi.until("bestmove")]
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


def test_what_it_does_not_understand_is_told_and_passed_over(usi: Dialogue) -> None:
    usi.say(
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
    lines = usi.until("bestmove") + usi.until("bestmove")
    told = [line for line in lines if line.startswith("info string")]
    assert len(told) == 12
    assert any("move 3: 7g7f is illegal" in line for line in told)
    assert any("board" in line for line in told)
    assert lines[-1].split()[1] in {move.usi() for move in Board().legal_moves}


@pytest.mark.parametrize("after", [0.0, 0.1])
@pytest.mark.parametrize(("go", "answer"), [("go infinite", "bestmove"), ("go mate infinite", "checkmate")])
def test_a_search_is_stopped_whether_it_has_just_begun_or_is_under_way(
    usi: Dialogue, go: str, answer: str, after: float
) -> None:
    usi.say("setoption name USI_Hash value 512", "isready")
    usi.until("readyok")
    for _ in range(8):
        usi.say(f"position sfen {MICROCOSMOS}", go)
        time.sleep(after)
        usi.say("stop")
        usi.until(answer)


def test_an_endless_search_answers_only_when_stopped(usi: Dialogue) -> None:
    mate = "position sfen 8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
    usi.say(mate, "go infinite")
    assert usi.silent_for(0.4, "bestmove")
    assert usi.ask("stop") == "G*1b"
    usi.say("position startpos", "go ponder btime 1000 wtime 1000 byoyomi 200")
    assert usi.silent_for(0.4, "bestmove")
    assert usi.ask("ponderhit")
    usi.say("go ponder btime 1000 wtime 1000")
    assert usi.ask("stop")


def test_searchmoves_nodes_and_multipv(usi: Dialogue) -> None:
    assert usi.ask("position startpos", "go nodes 2000 searchmoves 9g9f 1g1f") in ("9g9f", "1g1f")
    usi.say("setoption name MultiPV value 3", "go depth 4")
    lines = [line.split() for line in usi.until("bestmove")]
    last = [words for words in lines if words[:3] == ["info", "depth", "4"]]
    firsts = [words[words.index("pv") + 1] for words in last]
    assert len(set(firsts)) == 3
    scores = [int(words[words.index("cp") + 1]) for words in last]
    assert scores == sorted(scores, reverse=True)


def test_fixed_nodes_play_the_same_every_time(usi: Dialogue) -> None:
    once = []
    for _ in range(2):
        usi.say("usinewgame", "position startpos moves 2g2f 3c3d", "go nodes 20000")
        once.append([line.split(" time ")[0] for line in usi.until("bestmove")])
    assert once[0] == once[1]


def test_go_mate_proves_a_mate_or_that_there_is_none(usi: Dialogue) -> None:
    usi.say("position sfen 8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "go mate 5000")
    assert usi.until("checkmate")[-1] == "checkmate G*1b"
    usi.say("position startpos", "go mate infinite")
    assert usi.until("checkmate")[-1] == "checkmate nomate"


def test_go_mate_tells_how_far_it_is_and_stops_at_once(usi: Dialogue) -> None:
    for size in (16, 32, 16):
        usi.say(f"setoption name USI_Hash value {size}", f"position sfen {MICROCOSMOS}", "go mate infinite")
        told = usi.until("info")[-1].split()
        assert {"time", "nodes", "nps", "hashfull"} <= set(told)
        usi.say("stop")
        assert usi.until("checkmate")[-1] == "checkmate timeout"


def test_a_go_mate_that_fails_is_answered_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The GUI waits for a checkmate, not for a bestmove."""
    monkeypatch.setattr(usi_server, "answer", lambda *_: 1 / 0)
    monkeypatch.setattr(sys, "excepthook", lambda *_: None)
    with ends() as gui:
        server = UsiServer(gui.pipe)
        server.handle("go mate 1000")
        assert "ZeroDivisionError" in gui.hear()
        assert gui.hear() == "checkmate timeout"
        server.close()
        del server


def test_whatever_is_said_while_a_mate_is_looked_for_stop_still_stops(usi: Dialogue) -> None:
    usi.say(f"position sfen {MICROCOSMOS}", "go mate infinite")
    usi.until("info")
    usi.say(
        "isready", "usi", "setoption name USI_Hash value 8", "position startpos", "go mate 1", "usinewgame"
    )
    usi.until("readyok")
    usi.until("usiok")
    usi.say("stop")
    assert usi.until("checkmate")[-1] == "checkmate timeout"


def test_a_position_that_is_told_while_it_thinks_is_the_next(usi: Dialogue) -> None:
    usi.say("position startpos", "go infinite", "position startpos moves 7g7f", "stop")
    assert Board().is_legal(Move.from_usi(usi.until("bestmove")[-1].split()[1]))
    after = Board()
    after.push_usi("7g7f")
    assert after.is_legal(Move.from_usi(usi.ask("go depth 1")))


@pytest.mark.parametrize("words", ["infinite", "ponder btime 0 wtime 0 byoyomi 100"])
def test_an_endless_search_of_no_position_is_answered_when_stopped(usi: Dialogue, words: str) -> None:
    usi.say("position sfen what is this", f"go {words}")
    assert usi.silent_for(0.3, "bestmove")
    assert usi.ask("stop") == "resign"
    assert usi.ask("position startpos", "go depth 1") != "resign"


@pytest.mark.parametrize("words", ["btime", "byoyomi wtime 1000", "movetime soon", "nodes", "depth ten"])
def test_who_names_a_limit_that_cannot_be_read_gets_an_answer_all_the_same(usi: Dialogue, words: str) -> None:
    assert usi.ask("position startpos", f"go {words}") != "resign"


def test_the_name_of_a_file_is_any_bytes_with_any_blanks(tmp_path: Path) -> None:
    names = (b"two  blanks", "全角　の空白".encode(), b"not \xff UTF-8", b"a value of weights")
    with ends() as gui:
        gui.say(b"isready\n")
        for name in names:
            path = os.path.join(os.fsencode(tmp_path), name)
            shutil.copyfile(WEIGHTS, path)
            gui.say(b"setoption name EvalFile value %s\n" % path)
        gui.say(b"setoption name EvalFile value %s2\nquit\n" % path)
        server = UsiServer(gui.pipe)
        server.serve()
        del server
        assert gui.hear() == "readyok"
        assert "weights2: cannot be opened" in gui.hear()  # and of the others nothing is told


def test_a_refused_evaluation_is_named_in_one_line_and_the_engine_plays_on(
    usi: Dialogue, tmp_path: Path
) -> None:
    usi.say("setoption name OwnBook value false", "position startpos")
    before = usi.ask("go nodes 2000")
    archive = tmp_path / "nn.bin"
    archive.write_bytes(b"PK\3\4" + bytes(100))
    usi.say(f"setoption name EvalFile value {archive}", "isready")
    told = usi.until("readyok")
    assert len(told) == 2
    assert re.match(
        r"info string EvalFile: \S+/nn\.bin: a zip archive, not an evaluation; expected ", told[0]
    )
    usi.say("usinewgame")
    assert usi.ask("go nodes 2000") == before


def test_a_network_is_loaded_without_a_word(usi: Dialogue, tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    from tests.eval.networks import KP, RandomNetwork

    network = tmp_path / "nn.bin"
    network.write_bytes(RandomNetwork(KP, 32).nn_bin("Features=K+P[1710->32x2]"))
    usi.say(f"setoption name EvalFile value {network}", "setoption name FV_SCALE value 20", "isready")
    assert usi.until("readyok") == ["readyok"]
    usi.say("setoption name OwnBook value false")
    assert usi.ask("position startpos", "go nodes 500") != "resign"


def test_go_mate_answers_however_it_is_asked(usi: Dialogue) -> None:
    usi.say("position sfen 8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")
    for words in (
        "go mate",
        "go mate 0",
        "go mate 1",
        "go mate infinite",
        "go mate 99999999999",
        "go mate soon",
    ):
        usi.say(words)
        assert usi.until("checkmate")[-1] in ("checkmate G*1b", "checkmate timeout"), words
    usi.say("position sfen what is this", "go mate 100")
    assert usi.until("checkmate")[-1] == "checkmate timeout"


def test_go_mate_tells_the_length_and_the_line_of_what_it_found(usi: Dialogue) -> None:
    usi.say("position sfen 8l/7b1/8k/6+B2/7Pg/9/9/9/9 b Rr3g4s4n3l17p 1", "go mate 5000")
    told = [line for line in usi.until("checkmate") if " score " in line][-1]
    assert "score mate 3" in told
    assert told.endswith("pv R*1b 1a1b 3d2d")


def test_go_mate_ends_when_its_time_is_up_and_a_game_goes_on_after_it(usi: Dialogue) -> None:
    usi.say(f"position sfen {MICROCOSMOS}", "go mate 200")
    assert usi.until("checkmate")[-1] == "checkmate timeout"
    assert usi.ask("position startpos", "go nodes 500") != "resign"
    usi.say("position sfen 8l/7b1/8k/6+B2/7Pg/9/9/9/9 b Rr3g4s4n3l17p 1", "go mate 5000")
    assert usi.until("checkmate")[-1] == "checkmate R*1b 1a1b 3d2d"


def test_the_move_after_a_go_mate_is_searched_however_large_the_memory_is(usi: Dialogue) -> None:
    """The solver has it meanwhile, and half a gigabyte takes time to be given back."""
    usi.say("setoption name OwnBook value false", "setoption name USI_Hash value 512", "isready")
    usi.until("readyok")
    usi.say("position startpos", "go mate 100")
    assert usi.until("checkmate")[-1] == "checkmate nomate"
    usi.say("position startpos moves 7g7f", "go byoyomi 2000")
    assert any(line.startswith("info depth 3 ") for line in usi.until("bestmove"))
    usi.say("go mate 100")
    usi.until("checkmate")
    usi.say("isready")
    usi.until("readyok")
    usi.say("go byoyomi 2000")
    assert any(line.startswith("info depth 3 ") for line in usi.until("bestmove"))


def test_moves_to_be_searched_that_are_illegal_are_left_out_and_told(usi: Dialogue) -> None:
    usi.say("setoption name OwnBook value false", "isready", "position startpos")
    usi.until("readyok")
    for words, told, moves in (
        ("1a1b 9g9f", "illegal here: 1a1b; left out", {"9g9f"}),
        ("zzz 9g9f", "not understood: searchmoves zzz", {"9g9f"}),
        ("1a1b", "illegal here: 1a1b; all moves are searched", None),
    ):
        usi.say(f"go nodes 2000 searchmoves {words}")
        said = usi.until("bestmove")
        assert any(told in line for line in said)
        assert moves is None or said[-1].split()[1] in moves


def test_go_mate_of_a_side_without_a_king_is_refused_with_the_reason(usi: Dialogue) -> None:
    usi.say("position sfen 9/9/9/9/9/9/9/9/4K4 b G 1", "go mate 1000")
    assert usi.until("checkmate")[-2:] == [
        "info string the side to be mated has no king",
        "checkmate nomate",
    ]


def test_mated_it_resigns_and_in_a_lost_position_too(usi: Dialogue) -> None:
    assert usi.ask("position sfen 8k/8G/8P/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1", "go byoyomi 100") == "resign"
    # Mated in two plies whatever it does.
    mated_soon = "position sfen 7k1/9/7+R1/9/9/9/9/9/4K4 w 2G2Sr2b2g2s4n4l18p 1"
    assert usi.ask(mated_soon, "go byoyomi 2000 nodes 3000") == "resign"
    assert usi.ask("setoption name Level value 1", mated_soon, "go byoyomi 2000 nodes 3000") != "resign"


def test_hopeless_for_three_moves_in_a_row_it_resigns(usi: Dialogue) -> None:
    usi.say("setoption name OpeningVariety value false", "usinewgame")
    bare = "position sfen ln1gk1snl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w RBGS 2"
    answers = [usi.ask(bare, "go byoyomi 2000 nodes 3000") for _ in range(3)]
    assert answers[0] != "resign"
    assert answers[2] == "resign"


@pytest.mark.parametrize("handicap", ["eight-piece", "naked-king", "nine-piece-gained"])
def test_what_was_given_away_as_a_handicap_is_no_reason_to_resign(usi: Dialogue, handicap: str) -> None:
    start = f"position sfen {Handicap.named(handicap).sfen}"
    assert "resign" not in [usi.ask(start, "go byoyomi 2000 nodes 3000") for _ in range(4)]


ENTERED = "+R+B+RGK+P+P+P+P/4+P+P+P2/9/9/9/9/9/9/3k5 b B3G4S4N4L11P 201"


def test_it_declares_when_the_rule_in_use_lets_it(usi: Dialogue) -> None:
    position = f"position sfen {ENTERED}"
    for rule in ImpasseRule:
        usi.say(f"setoption name ImpasseRule value {rule}")
        assert (usi.ask(position, "go nodes 500") == "win") == rule.endswith("-point"), rule


def test_under_the_try_rule_the_king_runs_home(usi: Dialogue) -> None:
    for rule, other_king in (("try", "9/9/k8"), ("try-one-king", "9/9/k8"), ("try-one-king", "k8/9/9")):
        usi.say(f"setoption name ImpasseRule value {rule}")
        start = f"position sfen 9/3K5/9/9/9/9/{other_king} b - 1"
        assert usi.ask(start, "go nodes 3000") == "6b5a", (rule, other_king)


def test_no_move_is_illegal_in_hundreds_of_random_positions(usi: Dialogue) -> None:
    chance = Random(20)
    starts = [Board.handicap(name).sfen() for name in ("even", "two-piece", "six-piece", "rook-lance")]
    for number in range(300):
        board = Board(starts[number % len(starts)])
        for _ in range(chance.randrange(1, 160)):
            if not len(board.legal_moves):
                break
            board.push(chance.choice(board.legal_moves))
        level = 1 + number % 15
        answer = usi.ask(
            f"setoption name Level value {level}",
            f"position {board.usi_position()}",
            f"go nodes {1 + number % 60}",
        )
        if len(board.legal_moves):
            assert answer == "win" or answer in {move.usi() for move in board.legal_moves}, board.sfen()
        else:
            assert answer == "resign"


def test_two_hundred_moves_at_a_tenth_of_a_second_are_legal(usi: Dialogue) -> None:
    board = Board()
    usi.say("setoption name ResignValue value 99999", "setoption name OpeningVariety value false")
    for _ in range(200):
        if board.outcome() is not None:
            board = Board()
            usi.say("usinewgame")
        usi.say(f"position {board.usi_position()}")
        answer = usi.ask("go btime 0 wtime 0 byoyomi 100")
        if answer in ("win", "resign"):
            board = Board()
            continue
        board.push_usi(answer)
