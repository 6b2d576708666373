"""A worker that gives its task back. As a program: Ctrl-C reaches the first worker while it starts."""

from __future__ import annotations

import os
import signal
from typing import Any

from komadai.match.workers import LocalWorkers


class Echo:
    """Answers with the task."""

    def play(self, task: Any) -> Any:
        return task

    def close(self) -> None: ...

    def kill(self) -> None: ...


if __name__ == "__main__":
    workers = LocalWorkers(1, Echo)
    workers.give(0, "a game")
    os.kill(workers.pids[0], signal.SIGINT)
    print(workers.answers(60.0))
    workers.close()
