"""One round: a random generator, the current input on disk, findings. Also the process that runs it."""

from __future__ import annotations

import faulthandler
import json
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Final

from komadai import KomadaiError

CURRENT: Final = "current"
"""The file with the input that is being tried. It survives a crash."""
RESULT: Final = "result.json"
INPUT_SECONDS: Final = 60
"""A single input that takes longer ends the round: with a traceback, as a finding."""
PARTS: Final = {
    "records": "soak.text_readers",
    "binaries": "soak.binary_readers",
    "slow": "soak.slow_records",
    "api": "soak.api_calls",
    "usi": "soak.usi_sessions",
    "server": "soak.server_kills",
}
"""The parts and their modules. Each module has a function ``run(round)``."""


class Round:
    """The input of a part for one round."""

    def __init__(self, part: str, seed: int, number: int, folder: Path, seconds: float) -> None:
        self.rng = random.Random(f"{part} {seed} {number}")
        self.folder = folder
        self.counts: Counter[str] = Counter()
        self._findings: dict[str, dict[str, str]] = {}
        self._end = time.monotonic() + seconds
        self.seconds = seconds

    @property
    def goes_on(self) -> bool:
        """Whether there is time left."""
        return time.monotonic() < self._end

    @contextmanager
    def trying(self, what: str, data: bytes, allowed: tuple[type[Exception], ...] = ()) -> Iterator[None]:
        """A block that tries one input. An exception that is neither a KomadaiError nor allowed is a finding.

        ``what`` names the reader; ``data`` is stored, so that it is still there after a crash.
        """
        current = self.folder / CURRENT
        current.write_bytes(what.encode() + b"\n" + data)
        self.counts[what] += 1
        faulthandler.dump_traceback_later(INPUT_SECONDS, exit=True)
        try:
            yield
        except Exception as error:
            if isinstance(error, (KomadaiError, *allowed)):
                return
            self.finding(_signature(error), traceback.format_exc(), what.encode() + b"\n" + data)
        finally:
            faulthandler.cancel_dump_traceback_later()

    def finding(self, signature: str, text: str, data: bytes) -> None:
        """Stores a finding with its input, once for each signature."""
        if signature in self._findings:
            return
        name = f"input-{len(self._findings) + 1}"
        (self.folder / name).write_bytes(data)
        self._findings[signature] = {"text": f"{signature}\n\n{text}", "input": name}

    def write_result(self) -> None:
        """Writes counts and findings for the parent process."""
        result = {"counts": dict(self.counts), "findings": list(self._findings.values())}
        (self.folder / RESULT).write_text(json.dumps(result))


def _signature(error: BaseException) -> str:
    """The kind of an error and the innermost line of Komadai that it passed."""
    place = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        name = frame.f_code.co_filename
        if "komadai" in name and "soak" not in name:
            place = f"{Path(name).name}:{line}"
    return f"{type(error).__name__} at {place or 'native code'}: {str(error)[:120]}"


def main(arguments: list[str]) -> int:
    """The process of a round: part, seed, number, folder, seconds."""
    part, seed, number, folder, seconds = arguments
    this = Round(part, int(seed), int(number), Path(folder), float(seconds))
    run: Callable[[Round], None] = import_module(PARTS[part]).run
    run(this)
    this.write_result()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
