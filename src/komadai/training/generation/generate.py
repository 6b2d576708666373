"""Plays the games of a data set in parallel, and writes their positions as a file of PSV records.

The data set is made of the games 0, 1, 2 … up to the count of games, or up to the first with which the count
of positions is reached, whatever the order in which they end. So the file does not depend on the number of
processes, and not on where the work was interrupted.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass
from shutil import rmtree
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from komadai.atomic_file import appearing
from komadai.errors import RangeError
from komadai.training.data_files.deduplicate import TEMPORARY_PREFIX, without_duplicates
from komadai.training.data_files.formats import PSV
from komadai.training.dispatch import Dispatcher
from komadai.training.generation.game_store import GameStore
from komadai.training.generation.play import SelfPlayer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from komadai.match.workers import GamePlayer, Workers
    from komadai.training.generation.settings import GenerationSettings

_GAMES_PER_PROGRESS: Final = 1_000
"""Games whose positions are written between two calls of ``on_progress``."""
POSITIONS_FILE: Final = "positions.psv"
REPORT_FILE: Final = "report.json"


@dataclass(frozen=True)
class Target:
    """The size of a data set: a number of games, or the positions (before duplicates are dropped).

    Raises RangeError unless one of the two is given, above 0.
    """

    games: int = 0
    positions: int = 0

    def __post_init__(self) -> None:
        if (self.games > 0) == (self.positions > 0) or min(self.games, self.positions) < 0:
            raise RangeError("expected a number of games or a number of positions, above 0")


@dataclass
class Progress:
    """The state of a generation."""

    target: Target
    games: int = 0
    """Games without a gap from number 0: those of the data set."""
    positions: int = 0
    """Their positions."""
    played: int = 0
    """Games since the start of this process."""
    played_positions: int = 0
    seconds: float = 0.0
    lost_workers: int = 0

    @property
    def is_complete(self) -> bool:
        """Whether the data set has all its games."""
        if self.target.games:
            return self.games >= self.target.games
        return self.positions >= self.target.positions

    @property
    def positions_per_hour(self) -> float:
        """The rate since the start of this process; 0 before the first game."""
        return 3600 * self.played_positions / self.seconds if self.seconds and self.played else 0.0

    @property
    def remaining_seconds(self) -> float | None:
        """The estimated time to the end, None before the first game."""
        if not self.played or not self.played_positions:
            return None
        if self.target.games:
            return max(0, self.target.games - self.games) * self.seconds / self.played
        return max(0, self.target.positions - self.positions) * self.seconds / self.played_positions


def generate(
    folder: Path,
    settings: GenerationSettings,
    target: Target,
    make_workers: Callable[[Callable[[], GamePlayer]], Workers],
    *,
    nice: int = 0,
    on_progress: Callable[[Progress], object] = lambda progress: None,
) -> dict[str, Any]:
    """Plays the missing games, writes the positions, and returns the report, which is also in the folder.

    ``make_workers`` makes workers that play with the given player, such as
    :class:`~komadai.match.workers.LocalWorkers`. Called again after an interruption, it goes on with the next
    game that is missing. Raises GameStoreError, EvaluationFileError, EngineError, OSError.
    """
    identity = settings.identity()
    with GameStore(folder, identity) as store:
        progress = Progress(target)
        _advance(progress, store)
        on_progress(progress)
        if not progress.is_complete:
            player = _PlayerFactory(settings, identity["evaluation"], identity["engine"], nice)
            _play(store, progress, make_workers(player), on_progress)
        return _write(store, progress, settings, identity, on_progress)


@dataclass(frozen=True)
class _PlayerFactory:
    """Makes the player in a worker process."""

    settings: GenerationSettings
    evaluation: str
    engine: str
    nice: int

    def __call__(self) -> SelfPlayer:
        return SelfPlayer(self.settings, self.evaluation, self.engine, self.nice)


def _advance(progress: Progress, store: GameStore) -> None:
    """Counts the games that follow without a gap, up to the target."""
    while not progress.is_complete and progress.games in store.positions:
        progress.positions += store.positions[progress.games]
        progress.games += 1


def _play(
    store: GameStore, progress: Progress, workers: Workers, on_progress: Callable[[Progress], object]
) -> None:
    start = monotonic()
    dispatcher = Dispatcher(workers)
    upcoming = progress.games

    def next_game() -> tuple[int, int] | None:
        nonlocal upcoming
        while upcoming in store.positions:
            upcoming += 1
        if progress.target.games and upcoming >= progress.target.games:
            return None
        upcoming += 1
        return upcoming - 1, upcoming - 1

    def add(number: int, data: bytes) -> None:
        progress.played += 1
        progress.played_positions += store.add(data).positions
        _advance(progress, store)

    def tick() -> None:
        progress.seconds = monotonic() - start
        progress.lost_workers = dispatcher.lost_workers
        on_progress(progress)

    dispatcher.run(next_game, add, lambda: progress.is_complete, tick)


def _write(
    store: GameStore,
    progress: Progress,
    settings: GenerationSettings,
    identity: dict[str, Any],
    on_progress: Callable[[Progress], object],
) -> dict[str, Any]:
    """Writes the positions and the report, unless they are there for this number of games."""
    path, report_path = store.folder / POSITIONS_FILE, store.folder / REPORT_FILE
    report = _report(report_path)
    if report.get("games") == progress.games and path.exists():
        return report
    ends: Counter[str] = Counter()
    winners: Counter[str] = Counter()
    plies = 0
    _remove_parts(store.folder)
    raw = store.folder / f".{POSITIONS_FILE}.raw"
    with raw.open("wb") as file:
        for game in store.games(progress.games):
            if game.number % _GAMES_PER_PROGRESS == 0:
                on_progress(progress)  # its exception ends the work, which begins again the next time
            ends[game.end.name.lower()] += 1
            if game.moves:
                winners[{1: "black", -1: "white", 0: "draw"}[game.winner]] += 1
                plies += len(game.moves)
            for position in game.training_positions(settings.max_score):
                file.write(position.to_psv())
    with appearing(path, durable=True) as hidden:
        kept = without_duplicates(raw, hidden)
        digest = hashlib.sha256()
        with hidden.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
    raw.unlink()
    report = {
        "games": progress.games,
        "ends": dict(sorted(ends.items())),
        "results": dict(sorted(winners.items())),
        "plies": plies,
        "positions": kept,
        "duplicates": progress.positions - kept,
        "bytes": kept * PSV.size,
        "sha256": digest.hexdigest(),
        "settings": identity,
    }
    with appearing(report_path, durable=True) as hidden:
        hidden.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return report


def _remove_parts(folder: Path) -> None:
    """Removes temporary files that a kill left."""
    for path in folder.glob(f".{POSITIONS_FILE}.*"):
        path.unlink()
    for path in folder.glob(f"{TEMPORARY_PREFIX}*"):
        rmtree(path)


def _report(path: Path) -> dict[str, Any]:
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return report if isinstance(report, dict) else {}
