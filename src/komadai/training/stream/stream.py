"""A stream: players make games without an end, a trainer learns from the last of their positions, and
matches show how strong the network is.

The folder has

- ``state.npz``: a :class:`~komadai.training.checkpoint.Checkpoint` with the state of everything, written
  each minute; after a kill the stream goes on from it;
- ``window.psv``, ``window.games``: the positions (:mod:`~komadai.training.stream.window`);
- ``openings.bin``: how often each opening was played;
- ``networks/``: the networks of the last gate and of the player, as the engine reads them;
- ``gates/``: the games of the matches of the gate that is being played or was the last;
- ``log.jsonl``: losses and rates, a line of JSON each 100 steps;
- ``snapshot.npz``: what is to be kept when the folder vanishes;
- ``lock``: locked by the process that runs.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from komadai.errors import KomadaiError
from komadai.file_lock import Taken, lock
from komadai.score import WinRateModel
from komadai.training.checkpoint import Checkpoint
from komadai.training.dispatch import Dispatcher
from komadai.training.float_network import FloatNetwork
from komadai.training.step import StepState
from komadai.training.stream.games import GamesTask, GeneratedPositions, StreamPlayer
from komadai.training.stream.gate import Gate
from komadai.training.stream.learner import Learner
from komadai.training.stream.openings import Openings
from komadai.training.stream.settings import SCORE_SCALE, StreamSettings
from komadai.training.stream.snapshot import Snapshot
from komadai.training.stream.window import Window
from komadai.training.training_log import TrainingLog, read_log

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Hashable
    from pathlib import Path

    from komadai.match.workers import GamePlayer, Workers

STATE_FILE: Final = "state.npz"
SNAPSHOT_FILE: Final = "snapshot.npz"
LOG_STEPS: Final = 100
"""The number of steps between two entries of the log."""
_GAMES_OF_TASK: Final = 32
_STEPS_AT_ONCE: Final = 4
"""Steps that are made before the players are asked again for games."""
_SAVE_SECONDS: Final = 60.0
_SNAPSHOT_SECONDS: Final = 600.0


class StreamError(KomadaiError):
    """A folder that is in use or has another stream."""


@dataclass
class Progress:
    """How far a stream is. All counts include those of the folders before a snapshot, except ``written`` and
    ``first_step``."""

    step: int = 0
    games: int = 0
    """Games that were begun."""
    positions: int = 0
    seconds: float = 0.0
    """The time in which the stream ran."""
    player: int = 0
    """The step of the network that plays; 0: the built-in evaluation."""
    network: int = 0
    """The step of the last network that was written; 0: none."""
    gate: int = 0
    """The step of the network whose matches are being played; 0: none."""
    written: int = 0
    """As :attr:`Window.written`."""
    first_step: int = 0
    """The step with which this folder began."""
    matches: list[dict[str, Any]] = field(default_factory=list)
    """The results of the gates (:meth:`Gate.results`), with ``seconds``."""
    losses: dict[str, float] = field(default_factory=dict)
    """The last ``loss`` and ``validation_loss`` of the log."""


class Stream:
    """A stream in a folder, which is made, or gone on with.

    ``start``: a snapshot to begin with if the folder has no stream yet. ``make_workers`` makes workers that
    play with the given player, such as :class:`~komadai.match.workers.LocalWorkers`; ``nice``: their
    priority. Raises StreamError, CheckpointError, OSError.
    """

    def __init__(
        self,
        folder: Path,
        settings: StreamSettings,
        make_workers: Callable[[Callable[[], GamePlayer]], Workers],
        *,
        start: Snapshot | None = None,
        nice: int = 0,
    ) -> None:
        self.folder = folder
        self.settings = settings
        self._make_workers = make_workers
        self._nice = nice
        for each in (folder, folder / "networks", folder / "gates"):
            each.mkdir(parents=True, exist_ok=True)
        self._lock = (folder / "lock").open("ab")
        try:
            lock(self._lock.fileno())
        except Taken:
            self._lock.close()
            raise StreamError(f"{folder} is in use by another process") from None
        try:
            self._open(start)
        except BaseException:
            self._lock.close()
            raise

    def _open(self, start: Snapshot | None) -> None:
        settings = self.settings
        path = self.folder / STATE_FILE
        if path.exists():
            checkpoint = Checkpoint.read(path)
            checkpoint.require_identity(settings.identity(), path)
            self.progress: Progress = Progress(**checkpoint.progress)
            state, average = checkpoint.state, checkpoint.network()
            entries = [each for each in read_log(self.folder) if each["step"] <= self.progress.step]
        elif start is not None:
            if start.network.shape != settings.shape:
                raise StreamError(f"start: expected a network of {settings.shape}, got {start.network.shape}")
            self.progress = Progress(**start.progress)
            self.progress.first_step = self.progress.step
            self.progress.written = self.progress.gate = 0
            average = start.network
            state, entries = StepState.initial(average), start.log
        else:
            self.progress = Progress()
            average = FloatNetwork.random(settings.shape, settings.seed)
            state, entries = StepState.initial(average), []
        progress = self.progress
        self.window: Window = Window(self.folder, settings.window, progress.written)
        self._learner = Learner(settings, self.window, state, average.parameters, progress.step)
        self._openings = Openings(self.folder / "openings.bin", settings.play)
        self._log = TrainingLog(self.folder, progress.step, entries)
        self._unlogged = (0.0, 0)
        self._seconds_before = progress.seconds
        self._began = time.monotonic()
        self._saved = self._began
        self._snapped = self._began
        self.positions_before: int = progress.positions
        """The positions when this process began."""
        self._gate: Gate | None = None
        if not path.exists() and progress.network:
            # The networks are those of a folder that has vanished; the snapshot has the newest one.
            progress.network = progress.step
            progress.player = progress.player and progress.step
            self._write_network()
        if progress.gate:
            self._gate = self._open_gate()

    def rounds(self) -> Generator[Progress, None, None]:
        """Runs the stream; yields at least each second or two. It ends after the last step and its gate.

        Call :meth:`close` at the end. Raises EngineError, EvaluationFileError, OSError.
        """
        workers = self._make_workers(partial(StreamPlayer, self.settings, self._nice))
        try:
            for answers in Dispatcher(workers, "task ").rounds(self._next_task):
                for key, answer in answers:
                    self._take(key, answer)
                for _ in range(_STEPS_AT_ONCE):
                    if not self._learn():
                        break
                self._pass_gate()
                self._keep()
                yield self.progress
                if self.progress.step >= self.settings.steps and self._gate is None:
                    return
        finally:
            workers.close()

    def close(self) -> None:
        """Writes the state and the snapshot and closes the files. Raises OSError."""
        try:
            self.save()
            self.write_snapshot()
        finally:
            if self._gate is not None:
                self._gate.close()
            self._openings.close()
            self._log.close()
            self._lock.close()

    def save(self) -> None:
        """Writes the state. Raises OSError."""
        self.window.flush()
        progress = self.progress
        progress.written = self.window.written
        progress.step = self._learner.step_number
        progress.seconds = self._seconds_before + time.monotonic() - self._began
        Checkpoint(
            self.settings.shape,
            self.settings.identity(),
            asdict(progress),
            self.description(),
            self._learner.state(),
            average=self._learner.average,
        ).write(self.folder / STATE_FILE)
        self._saved = time.monotonic()

    def write_snapshot(self) -> None:
        """Writes the snapshot. Raises OSError."""
        Snapshot(
            self._learner.network(),
            self.settings.identity(),
            asdict(self.progress),
            read_log(self.folder),
        ).write(self.folder / SNAPSHOT_FILE)
        self._snapped = time.monotonic()

    def description(self) -> dict[str, Any]:
        """The facts of the training in a network's file, as values for JSON."""
        progress = self.progress
        return {
            "training": {"stream": asdict(self.settings)},
            "steps": progress.step,
            "games": progress.games,
            "positions": progress.positions,
            **progress.losses,
            **WinRateModel(SCORE_SCALE).metadata(),
        }

    # -- games

    def _next_task(self) -> tuple[Hashable, Any]:
        if self._gate is not None:
            pair = self._gate.next_task()
            if pair is not None:
                return (self._gate.step, *pair[0]), pair[1]
        first = self.progress.games + 1
        self.progress.games += _GAMES_OF_TASK
        openings = tuple(self._openings.choose(first + i) for i in range(_GAMES_OF_TASK))
        return first, GamesTask(self._evaluation(self.progress.player), first, openings)

    def _take(self, key: Any, answer: Any) -> None:
        if isinstance(answer, list):
            for game in answer:
                self._add(game)
        elif self._gate is not None and key[0] == self._gate.step:
            self._gate.add(key[1:], answer)

    def _add(self, game: GeneratedPositions) -> None:
        if len(game.records) // 40 > self.window.spare:
            self.save()
        self.progress.positions += self.window.add(game.number, game.records)

    def _evaluation(self, step: int) -> str:
        return str(self._network_path(step)) if step else ""

    def _network_path(self, step: int) -> Path:
        return self.folder / "networks" / f"{step}.net"

    # -- training

    def _learn(self) -> bool:
        """Makes a step if the window has enough new positions for it."""
        settings, progress = self.settings, self.progress
        uses = (progress.step + 1 - progress.first_step) * settings.batch_size
        if (
            progress.step >= settings.steps
            or self.window.written < settings.first_positions
            or uses > settings.reuse * self.window.written
        ):
            return False
        made = self._learner.step()
        if made is None:
            return False
        loss, count = made
        progress.step = self._learner.step_number
        total, positions = self._unlogged
        self._unlogged = (total + loss * count, positions + count)
        if progress.step % LOG_STEPS == 0 or progress.step == settings.steps:
            self._add_to_log()
        return True

    def _add_to_log(self) -> None:
        progress = self.progress
        total, count = self._unlogged
        self._unlogged = (0.0, 0)
        progress.losses = {"loss": total / count}
        held_out = self._learner.held_out_loss()
        if held_out is not None:
            progress.losses["validation_loss"] = held_out
        self._log.add(
            {
                "step": progress.step,
                "positions": progress.positions,
                "games": progress.games,
                "seconds": round(self._seconds_before + time.monotonic() - self._began),
                "rate": self._learner.rate,
                "result_weight": self.settings.loss_at(progress.step).result_weight,
                **progress.losses,
            }
        )

    # -- matches

    def _pass_gate(self) -> None:
        """Ends a gate whose matches are over, and begins one when its step is reached."""
        if self._gate is not None and self._gate.is_over:
            self._end_gate(self._gate)
        progress, settings = self.progress, self.settings
        every = settings.gate_steps
        is_last = progress.step == settings.steps > progress.network
        if self._gate is None and (is_last or progress.step // every > progress.network // every):
            progress.gate = progress.step
            self._write_network()
            self._gate = self._open_gate()
            self.save()

    def _end_gate(self, gate: Gate) -> None:
        progress = self.progress
        progress.matches += [{**each, "seconds": round(progress.seconds)} for each in gate.results()]
        if gate.is_ahead:
            progress.player = gate.step
        progress.network = gate.step
        progress.gate = 0
        self._gate = None
        gate.close()
        self.save()
        self.write_snapshot()
        kept = {self._network_path(each) for each in (progress.network, progress.player)}
        for path in (self.folder / "networks").glob("*.net"):
            if path not in kept:
                path.unlink()
        for path in (self.folder / "gates").glob("*.jsonl"):
            if not path.name.startswith(f"{gate.step}-"):
                path.unlink()

    def _open_gate(self) -> Gate:
        progress = self.progress
        earlier = None
        if progress.network:
            earlier = (progress.network, self._network_path(progress.network))
        path = self._network_path(progress.gate)
        return Gate(self.folder / "gates", self.settings, progress.gate, path, earlier)

    def _write_network(self) -> None:
        """Writes the averaged network under the number of the step."""
        quantization = self._learner.network().quantized(self.description())
        quantization.network.write(self._network_path(self.progress.step))

    def _keep(self) -> None:
        """Writes state and snapshot from time to time."""
        now = time.monotonic()
        self.progress.seconds = self._seconds_before + now - self._began
        self.progress.written = self.window.written
        if now - self._saved > _SAVE_SECONDS:
            self.save()
        if now - self._snapped > _SNAPSHOT_SECONDS:
            self.write_snapshot()
