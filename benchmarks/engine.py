"""``python -m benchmarks.engine``: nodes a second and depth of the engine, beside others.

    python -m benchmarks.engine --program 'YaneuraOu (material)=/path/to/YaneuraOu-by-gcc' --write
    python -m benchmarks.engine --network nn.bin --program 'YaneuraOu (network)=/path/to/YaneuraOu-by-gcc'

With ``--network`` Komadai also searches with this network; other engines have theirs in their folder.
One thread each, or --threads. The engines take turns, position by position and round by round; of the rates,
by the processor's time, the median counts and the best is printed beside it, because other work on the
machine slows now one, now the other.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from benchmarks import report
from benchmarks.programs import Program, ProgramError

PAGE = Path(__file__).resolve().parents[1] / "docs" / "measurements" / "engine.md"
BEGIN = "<!-- nodes and depth: written by `python -m benchmarks.engine --write` -->"
END = "<!-- end of nodes and depth -->"

POSITIONS = {
    "start": "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "every kind of drop": "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "middle game": "ln1gk2nl/1rs1g1s2/p1pppp1pp/6p2/1p7/2P1P4/PPSP1PPPP/2G2S1R1/LN2KG1NL w Bb 22",
}
OURS = f"{shlex.quote(sys.executable)} -m komadai usi"
HASH_MB = 64


@dataclass(frozen=True)
class Contender:
    """An engine with its options."""

    program: Program
    options: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.program.package


@dataclass(frozen=True)
class Look:
    """What an engine said of a position at the end of a search."""

    depth: int
    seldepth: int
    nodes: int
    score: str
    cpu: float
    """Seconds of processor time between the question and the answer."""

    @property
    def rate(self) -> float:
        return self.nodes / self.cpu


def own(name: str, **options: str) -> Contender:
    """Our engine, without its book."""
    return Contender(Program(name, OURS), {"OwnBook": "false"} | options)


@contextmanager
def speaking(contender: Contender) -> Iterator[subprocess.Popen[str]]:
    """The engine, ready. Raises ProgramError if it is not."""
    words = shlex.split(contender.program.command)
    folder = Path(words[0]).parent if Path(words[0]).is_absolute() else None
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder
    ) as engine:
        try:
            say(engine, "usi", f"setoption name USI_Hash value {HASH_MB}")
            say(
                engine, *(f"setoption name {name} value {value}" for name, value in contender.options.items())
            )
            say(engine, "isready")
            until(engine, "readyok", contender.name)
            yield engine
            say(engine, "quit")
        except BaseException:
            engine.kill()
            raise


def say(engine: subprocess.Popen[str], *lines: str) -> None:
    assert engine.stdin is not None
    print(*lines, sep="\n", file=engine.stdin, flush=True)


def until(engine: subprocess.Popen[str], word: str, name: str) -> list[str]:
    """The lines up to the one that begins so."""
    assert engine.stdout is not None
    lines = []
    for line in engine.stdout:
        lines.append(line)
        if line.startswith(word):
            return lines
    raise ProgramError(f"{name} ended without saying {word}")


def cpu_seconds(engine: subprocess.Popen[str]) -> float:
    """What all its threads have used so far, ended ones included; the wall clock where that is not known."""
    try:
        return time.clock_gettime((~engine.pid << 3) | 2)  # Linux's CPU clock of another process
    except OSError:
        return time.perf_counter()


def look(contender: Contender, sfen: str, go: str) -> Look:
    """Asks a fresh engine. Raises ProgramError."""
    with speaking(contender) as engine:
        say(engine, "usinewgame", f"position sfen {sfen}")
        begin = cpu_seconds(engine)
        say(engine, go)
        lines = until(engine, "bestmove", contender.name)
        cpu = cpu_seconds(engine) - begin
    infos = [line.split() for line in lines if line.startswith("info ") and " nodes " in line]
    if not infos:
        raise ProgramError(f"{contender.name} reported no nodes")
    deepest = [words for words in infos if "depth" in words and "score" in words]

    def number(words: list[str], name: str) -> int:
        return int(words[words.index(name) + 1]) if name in words else 0

    last = deepest[-1] if deepest else infos[-1]
    at = last.index("score") if "score" in last else -1
    return Look(
        depth=max((number(words, "depth") for words in deepest), default=0),
        seldepth=number(last, "seldepth"),
        nodes=max(number(words, "nodes") for words in infos),
        score=" ".join(last[at + 1 : at + 3]) if at >= 0 else "–",
        cpu=cpu,
    )


def rates(contenders: list[Contender], nodes: int, rounds: int) -> dict[str, dict[str, list[float]]]:
    """Nodes a second of each position and engine, all rounds of them."""
    found: dict[str, dict[str, list[float]]] = {
        position: {contender.name: [] for contender in contenders} for position in POSITIONS
    }
    for _ in range(rounds):
        for position, sfen in POSITIONS.items():
            for contender in contenders:
                found[position][contender.name].append(look(contender, sfen, f"go nodes {nodes}").rate)
    return found


def depths(contenders: list[Contender], seconds: float) -> dict[str, dict[str, Look]]:
    return {
        position: {
            contender.name: look(contender, sfen, f"go movetime {seconds * 1000:.0f}")
            for contender in contenders
        }
        for position, sfen in POSITIONS.items()
    }


def rates_table(found: dict[str, dict[str, list[float]]]) -> str:
    names = list(next(iter(found.values())))
    lines = [
        "| nodes a second, median (best) | " + " | ".join(names) + " |",
        "| --- |" + " ---: |" * len(names),
    ]
    for position, by_name in found.items():
        cells = [f"{report.rate(median(each))} ({report.rate(max(each))})" for each in by_name.values()]
        lines.append(f"| {position} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def depths_table(found: dict[str, dict[str, Look]], seconds: float) -> str:
    names = list(next(iter(found.values())))
    lines = [
        f"| depth / deepest line, score after {seconds:g} s | " + " | ".join(names) + " |",
        "| --- |" + " ---: |" * len(names),
    ]
    for position, by_name in found.items():
        cells = [f"{each.depth} / {each.seldepth}, {each.score}" for each in by_name.values()]
        lines.append(f"| {position} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.engine",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--nodes", type=int, default=1_000_000, help="of each search (default: 1,000,000)")
    parser.add_argument("--rounds", type=int, default=5, help="default: 5")
    parser.add_argument("--threads", type=int, default=1, help="of each engine (default: 1)")
    parser.add_argument("--seconds", type=float, default=10, help="for the depths; 0: none (default: 10)")
    parser.add_argument("--network", type=Path, help="Komadai with this network, too")
    Program.add_option(parser, "another USI engine; it is started in its own folder")
    parser.add_argument(
        "--write", action="store_true", help="write the tables of docs/measurements/engine.md"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of the tables")
    asked = parser.parse_args()
    load = report.load()
    threads = {"Threads": str(asked.threads)}
    contenders = [
        own("Komadai", **threads),
        own("Komadai (material)", EvalFile="material", **threads),
        *(
            [own("Komadai (network)", EvalFile=str(asked.network.resolve()), **threads)]
            if asked.network
            else []
        ),
        *(Contender(program, threads) for program in asked.program),
    ]
    by_rate = rates(contenders, asked.nodes, asked.rounds)
    by_depth = depths(contenders, asked.seconds) if asked.seconds else {}
    if asked.json:
        looks = {p: {name: vars(each) for name, each in by.items()} for p, by in by_depth.items()}
        print(json.dumps({"nodes_per_second": by_rate, "depths": looks}, indent=1))
        return 0
    text = rates_table(by_rate)
    if by_depth:
        text += "\n\n" + depths_table(by_depth, asked.seconds)
    print(text)
    if asked.write:
        before, opened, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        _, closed, after = rest.partition(END)
        if not (opened and closed):
            parser.error(f"no place for the tables in {PAGE}: expected {BEGIN} … {END}")
        table = report.measured(text, load)
        PAGE.write_text(f"{before}{opened}\n\n{table}\n\n{closed}{after}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
