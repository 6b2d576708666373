"""Small streams for tests."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from komadai.training.stream.settings import StreamSettings
from komadai.training.stream.stream import Progress, Stream
from tests.training.inline_workers import inline

SETTINGS = StreamSettings(
    width=32,
    steps=12,
    batch_size=32,
    nodes=(10, 20),
    window=4_000,
    first_positions=400,
    reuse=0.5,
    gate_steps=6,
    gate_nodes=20,
    gate_games=(4, 2),
    gate_limit=4,
)


def run(
    folder: Path,
    settings: StreamSettings = SETTINGS,
    until: Callable[[Stream, Progress], Any] = lambda stream, progress: False,
    **options: Any,
) -> Progress:
    """Runs a stream to its end, or until the condition is true."""
    with closing(Stream(folder, settings, inline(), **options)) as stream:
        rounds = stream.rounds()
        for progress in rounds:
            if until(stream, progress):
                rounds.close()
        return stream.progress
