"""Runs random rounds against the readers, the engine, the API and the server until the time is up.

    make soak ARGS="--minutes 10 --seed 1 --part records --folder build/soak"
    make soak ARGS="--part records --round 17"      # repeats one round

Each round runs in a process of its own, so a crash or a hang of it is a finding like any other. The rounds
depend only on the seed, the part and the number of the round. The folder stores which rounds are done; the
same command continues with the next. Each finding is stored in the folder with the input that caused it.
Exit status: 0 without findings, 1 with findings, 130 after Ctrl-C.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from soak.round import CURRENT, PARTS, RESULT

ROUND_SECONDS: Final = 20.0
"""The time for which a round looks for findings."""
HANG_SECONDS: Final = 180.0
"""A round that has not ended after this much more time hangs."""


class Soak:
    """The rounds that were run, in a folder."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.seed = seed
        self.counts: Counter[str] = Counter()
        self.findings: list[Path] = []
        self._signatures: set[str] = set()
        """Each kind of finding is stored once in a run."""
        folder.mkdir(parents=True, exist_ok=True)
        self._state_file = folder / "state.json"
        self._done: dict[str, int] = self._load()

    def _load(self) -> dict[str, int]:
        try:
            state = json.loads(self._state_file.read_text())
        except (OSError, ValueError):
            return {}
        return dict(state["done"]) if state.get("seed") == self.seed else {}

    def next_round(self, part: str) -> int:
        """The number of the next round of this part, from 1."""
        return self._done.get(part, 0) + 1

    def run(self, part: str, number: int, seconds: float) -> None:
        """Runs one round and stores its findings."""
        work = self.folder / "work"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir()
        command = [sys.executable, "-X", "faulthandler", "-m", "soak.round"]
        command += [part, str(self.seed), str(number), str(work), str(seconds)]
        with (work / "stderr").open("wb") as stderr:
            process = subprocess.Popen(command, stderr=stderr, start_new_session=True)
            try:
                status: int | None = process.wait(seconds + HANG_SECONDS)
            except subprocess.TimeoutExpired:
                status = None
            finally:
                _kill_group(process)
        if status:
            self._add(part, number, f"the round ended with status {status}", work)
        elif status is None:
            self._add(part, number, f"the round did not end within {seconds + HANG_SECONDS:.0f} s", work)
        else:
            result: dict[str, Any] = json.loads((work / RESULT).read_text())
            self.counts.update(result["counts"])
            for finding in result["findings"]:
                self._add(part, number, finding["text"], work, finding["input"])
        self.counts[f"rounds of {part}"] += 1
        self._done[part] = max(number, self._done.get(part, 0))
        self._state_file.write_text(json.dumps({"seed": self.seed, "done": self._done}))

    def _add(self, part: str, number: int, text: str, work: Path, name: str = CURRENT) -> None:
        signature = f"{part}: {text.splitlines()[0]}"
        if signature in self._signatures:
            return
        self._signatures.add(signature)
        place = self.folder / "findings" / f"{part}-{self.seed}-{number}-{len(self.findings) + 1}"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        for each in (work / name, work / "stderr"):
            if each.is_file():
                shutil.copy(each, place)
        repeat = f"PYTHONPATH=tools python -m soak --seed {self.seed} --part {part} --round {number}"
        (place / "finding.txt").write_text(f"{text}\n\nRepeat: {repeat}\n")
        self.findings.append(place)
        print(f"FINDING {place}: {text.splitlines()[0]}", flush=True)

    def summary(self) -> str:
        """Names the parts that were run, and the place of the findings."""
        lines = [f"  {count:>12,} {name}" for name, count in sorted(self.counts.items())]
        lines.append(
            f"{len(self.findings)} findings" + (f" in {self.folder / 'findings'}" if self.findings else "")
        )
        return "\n".join(lines)


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def main() -> int:
    """Runs the rounds of all parts in turn."""
    parser = argparse.ArgumentParser(prog="soak", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10.0, help="the time in all (10)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of all rounds (1)")
    parser.add_argument("--folder", type=Path, default=Path("build/soak"), help="state and findings")
    parser.add_argument(
        "--part", action="append", choices=list(PARTS), help="only this part; can be repeated"
    )
    parser.add_argument("--round", type=int, help="only this round of the part")
    options = parser.parse_args()
    parts: list[str] = options.part or list(PARTS)
    soak = Soak(options.folder, options.seed)
    end = time.monotonic() + options.minutes * 60
    interrupted = False
    try:
        if options.round is not None:
            for part in parts:
                soak.run(part, options.round, ROUND_SECONDS)
        while options.round is None and time.monotonic() < end:
            for part in parts:
                seconds = min(ROUND_SECONDS, max(1.0, end - time.monotonic()))
                soak.run(part, soak.next_round(part), seconds)
                if time.monotonic() >= end:
                    break
    except KeyboardInterrupt:
        interrupted = True
    print(soak.summary())
    return 130 if interrupted else 1 if soak.findings else 0


if __name__ == "__main__":
    sys.exit(main())
