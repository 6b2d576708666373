"""Sessions with the USI engine that send garbage between valid commands."""

from __future__ import annotations

import subprocess
import sys
from queue import Empty, Queue
from threading import Thread

from soak.mutations import WORDS, damaged
from soak.round import Round

COMMANDS = (
    "usi", "isready", "usinewgame", "stop", "ponderhit", "gameover win", "setoption name USI_Hash value 16",
    "setoption name Threads value 2", "setoption name Level value 3", "setoption name MultiPV value 4",
    "setoption name EvalFile value /no/such/file", "setoption name BookFile value /dev/null",
    "setoption name", "position startpos", "position startpos moves 7g7f 3c3d",
    "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "position sfen", "position startpos moves", "go depth 2",
    "go nodes 500", "go movetime 20", "go infinite", "go ponder btime 100 wtime 100",
    "go btime 0 wtime 0 byoyomi 30", "go mate 50", "go searchmoves 7g7f nodes 50", "debug on",
    "register later", "d", "",
)  # fmt: skip
SILENCE_SECONDS = 30.0


def run(this: Round) -> None:
    """Plays sessions until the time is up. Then ``isready`` must be answered and ``quit`` obeyed."""
    while this.goes_on:
        lines = [_line(this) for _ in range(this.rng.randrange(5, 60))]
        data = b"\n".join(lines)
        with this.trying("usi sessions", data):
            problem = _session([*lines, b"stop", b"isready"])
            if problem:
                this.finding(problem.splitlines()[0], problem, data)


def _line(this: Round) -> bytes:
    line = this.rng.choice(COMMANDS).encode()
    chance = this.rng.random()
    if chance < 0.3:
        line = damaged(this.rng, line)
    elif chance < 0.4:
        line = " ".join(this.rng.choices(WORDS, k=4)).encode("utf-8", "replace")
    elif chance < 0.45:
        line = this.rng.randbytes(50)
    line = line.replace(b"\n", b" ").replace(b"\r", b" ")
    return b"" if line.strip() == b"quit" else line


def _session(lines: list[bytes]) -> str:
    """Runs one session and returns its error; empty if there was none."""
    process = subprocess.Popen(
        [sys.executable, "-m", "komadai", "usi"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    answers: Queue[bytes] = Queue()
    stdout = process.stdout

    def read() -> None:
        for line in stdout:
            answers.put(line)

    Thread(target=read, daemon=True).start()
    try:
        try:
            process.stdin.write(b"\n".join(lines) + b"\n")
            process.stdin.flush()
        except BrokenPipeError:
            return _ended(process, "before the end of the commands")
        wanted = sum(each.split()[:1] == [b"isready"] for each in lines)
        while wanted:
            try:
                wanted -= answers.get(timeout=SILENCE_SECONDS).strip() == b"readyok"
            except Empty:
                return _ended(process, f"or silent for {SILENCE_SECONDS:.0f} s with isready unanswered")
        process.stdin.write(b"quit\n")
        process.stdin.close()
        status = process.wait(SILENCE_SECONDS)
        return f"quit: exit status {status}" if status else ""
    except subprocess.TimeoutExpired:
        return "quit is not obeyed"
    except BrokenPipeError:
        return _ended(process, "before quit")
    finally:
        process.kill()
        process.wait()


def _ended(process: subprocess.Popen[bytes], when: str) -> str:
    process.kill()
    assert process.stderr is not None
    errors = process.stderr.read().decode("utf-8", "replace")
    return f"the engine ended {when} (status {process.wait()})\n{errors}"
