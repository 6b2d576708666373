"""The kinds of jobs: what they do in their folder, and how they go on after an interruption."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from komadai._core import Evaluation
from komadai.errors import KomadaiError
from komadai.extras import extra
from komadai.match.statistics import Sprt
from komadai.training.checkpoint import Checkpoint
from komadai.training.datasets import PositionDataset
from komadai.training.features import king_buckets
from komadai.training.float_network import FloatNetwork, Shape
from komadai.training.generation.generate import POSITIONS_FILE, Progress, Target, generate
from komadai.training.generation.settings import GenerationSettings
from komadai.training.job_queue.settings_table import ConfigError, read_table
from komadai.training.loss import SCORE_SCALE, Loss
from komadai.training.network_file import read as read_network
from komadai.training.psv_files import BatchReader, PsvFiles, Selection
from komadai.training.rescore import RescoreProgress, RescoreSettings, rescore
from komadai.training.trainer import Trainer, TrainingSettings
from komadai.training.tuning.match import MatchSettings, MatchState, play_match
from komadai.training.tuning.spsa import SpsaSettings, SpsaState, tune
from komadai.training.tuning.variant import Variant

with extra("train"):
    import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from komadai.match.workers import GamePlayer, Workers

NETWORK_FILE: Final = "network.bin"
START_FILE: Final = "start.bin"
WEIGHTS_FILE: Final = "tuned.weights"
BUILT_IN: Final = ("", "material")
"""Evaluations that are no files."""


@dataclass(frozen=True)
class Resources:
    """The resources of a job.

    ``base``: the folder that relative paths of a configuration start from. ``report``: called often with the
    state of the work in words; an exception of it ends the job, which can go on later.
    """

    base: Path
    make_workers: Callable[[Callable[[], GamePlayer]], Workers]
    report: Callable[[str], object]
    nice: int = 0
    threads: int = 0
    """Threads of a training; 0: one for each processor."""

    def path(self, name: str) -> Path:
        """A path of a configuration."""
        return self.base / name

    def evaluation(self, name: str) -> str:
        """An evaluation of a configuration: a path, or "" and "material" as they are."""
        return name if name in BUILT_IN else str(self.path(name))


class Job(Protocol):
    """The settings of a job."""

    def run(self, folder: Path, resources: Resources) -> dict[str, Any]:
        """Does what is left to do and returns the report, as values for JSON.

        Raises KomadaiError, OSError.
        """


@dataclass(frozen=True, kw_only=True)
class GenerateJob:
    """Self-play: the settings of :class:`GenerationSettings` and the size of the data set.

    The folder gets ``positions.psv``.
    """

    games: int = 0
    positions: int = 0
    settings: GenerationSettings = field(default_factory=GenerationSettings)

    def run(self, folder: Path, resources: Resources) -> dict[str, Any]:
        settings = replace(self.settings, evaluation=resources.evaluation(self.settings.evaluation))

        def report(progress: Progress) -> None:
            seconds = progress.remaining_seconds
            left = "" if seconds is None else f", about {seconds / 3600:.1f} hours left"
            resources.report(
                f"{progress.games:,} games, {progress.positions:,} positions, "
                f"{progress.positions_per_hour:,.0f} an hour{left}"
            )

        target = Target(self.games, self.positions)
        return generate(
            folder, settings, target, resources.make_workers, nice=resources.nice, on_progress=report
        )


@dataclass(frozen=True, kw_only=True)
class FitJob:
    """Trains a network, as ``komadai train fit`` does.

    The folder gets ``start.bin``, the network before the training, and ``network.bin``.
    """

    data: tuple[str, ...]
    """PSV files."""
    width: int = 64
    mirrored: bool = True
    king_buckets: int = 1
    factorised: bool = True
    epochs: int = 10
    batch_size: int = 16_384
    seed: int = 1
    rate: float = 1e-3
    final_rate: float = 0.01
    warm_up: float = 0.02
    rounding: float = 0.5
    result_weight: float = 0.5
    score_scale: float = SCORE_SCALE
    exponent: float = 0.0
    """0: cross-entropy; else the power of the distance of win rates."""
    validation: float = 0.02
    max_score: int = 10_000
    with_checks: bool = False
    both_sides: bool = False
    """Whether each position is used also with the other side to move."""
    start: str = ""
    """A network to go on from."""
    checkpoint_steps: int = 500
    backend: str = "native"
    licence: str = ""
    quantize: bool = True
    """Whether ``network.bin`` is written; a job of the kind quantize makes it of ``checkpoint.npz``."""

    def run(self, folder: Path, resources: Resources) -> dict[str, Any]:
        trainer = self.trainer(folder, resources)
        if trainer.step_number == 0:
            trainer.network().quantized({"training": "none"}).network.write(folder / START_FILE)
        steps = trainer.run()
        try:
            for progress in steps:
                resources.report(
                    f"step {progress.step:,} of {progress.steps:,}, epoch {progress.epoch}, "
                    f"loss {progress.loss:.5f}"
                )
        except BaseException:
            steps.close()
            trainer.save()
            raise
        _draw_curve(folder)
        facts: dict[str, Any] = {
            "steps": trainer.step_number,
            "positions": trainer.positions,
            **trainer.losses,
        }
        if self.quantize:
            quantization, error = trainer.quantized(self.licence)
            quantization.network.write(folder / NETWORK_FILE)
            facts["clipped"] = sum(quantization.clipped.values())
            facts["quantization_error"] = {"mean": error.mean, "largest": error.largest}
        return facts

    def trainer(self, folder: Path, resources: Resources) -> Trainer:
        """The trainer, at the folder's last checkpoint. Raises KomadaiError, OSError."""
        features = king_buckets(self.king_buckets, mirrored=self.mirrored)
        settings = TrainingSettings(
            shape=Shape(features, self.width, self.factorised and self.king_buckets > 1),
            loss=Loss(self.result_weight, self.score_scale, self.exponent),
            selection=Selection(
                skip_checks=not self.with_checks, max_score=self.max_score, both_sides=self.both_sides
            ),
            epochs=self.epochs,
            batch_size=self.batch_size,
            seed=self.seed,
            rate=self.rate,
            final_rate=self.final_rate,
            warm_up=self.warm_up,
            rounding=self.rounding,
            validation=self.validation,
        )
        if self.backend not in ("native", "torch"):
            raise ConfigError(f"backend: expected native or torch, got {self.backend!r}")
        start = None
        if self.start:
            network = read_network(resources.path(self.start))
            start = FloatNetwork.from_network(network, factorised=settings.shape.factorised)
        return Trainer(
            PsvFiles([resources.path(name) for name in self.data]),
            settings,
            folder,
            start=start,
            backend="torch" if self.backend == "torch" else "native",
            threads=resources.threads,
            checkpoint_steps=self.checkpoint_steps,
            resume=True,
        )


@dataclass(frozen=True, kw_only=True)
class QuantizeJob:
    """Makes a network for the engine of a training's checkpoint. The folder gets ``network.bin``."""

    checkpoint: str
    licence: str = ""

    def run(self, folder: Path, resources: Resources) -> dict[str, Any]:
        checkpoint = Checkpoint.read(resources.path(self.checkpoint))
        description = checkpoint.description | ({"licence": self.licence} if self.licence else {})
        quantization = checkpoint.network().quantized(description, checkpoint.corrected)
        data = quantization.network.to_bytes()
        quantization.network.write(folder / NETWORK_FILE)
        resources.report(f"{len(data):,} bytes")
        return {
            "bytes": len(data),
            "sha256": hashlib.sha256(data).hexdigest(),
            "clipped": sum(quantization.clipped.values()),
        }


@dataclass(frozen=True, kw_only=True)
class VerifyJob:
    """Compares the engine's values of a network with those of the reference in Python, in the first
    ``positions`` of a file. The job fails if one differs."""

    network: str
    data: str
    positions: int = 1_000

    def run(self, folder: Path, resources: Resources) -> dict[str, Any]:
        path = resources.path(self.network)
        network = read_network(path)
        files = PsvFiles([resources.path(self.data)])
        count = min(self.positions, len(files))
        batch = BatchReader(files, network.features, Selection(skip_checks=False, max_score=1 << 15)).read(
            np.arange(count, dtype=np.uint64)
        )
        expected = network.outputs(batch.inputs)
        engine = Evaluation(str(path))
        dataset = PositionDataset(resources.path(self.data))
        for number in range(count):
            board = dataset.position(number).board
            output = engine.output(board)
            if output != expected[number]:
                raise KomadaiError(
                    f"{path}: the engine's output is {output}, the reference's {expected[number]} in "
                    f"{board.sfen()}"
                )
        resources.report(f"{count:,} positions")
        return {"positions": count, "bytes": path.stat().st_size}


@dataclass(frozen=True, kw_only=True)
class MatchJob:
    """A match of two variants at a fixed number of nodes; ``sprt`` are elo0 and elo1 of a test that may end
    it early. The folder gets ``pairs.jsonl``."""

    first: Variant = field(default_factory=Variant)
    second: Variant = field(default_factory=Variant)
    nodes: int = 5_000
    games: int = 1_000
    seed: int = 1
    sprt: tuple[float, ...] = ()

    def run(self, folder: Path, resources: Resources) -> dict[str, Any]:
        if len(self.sprt) not in (0, 2):
            raise ConfigError(f"sprt: expected two numbers, got {list(self.sprt)}")
        settings = MatchSettings(
            first=replace(self.first, evaluation=resources.evaluation(self.first.evaluation)),
            second=replace(self.second, evaluation=resources.evaluation(self.second.evaluation)),
            nodes=self.nodes,
            games=self.games,
            seed=self.seed,
            sprt=Sprt(self.sprt[0], self.sprt[1]) if self.sprt else None,
        )

        def report(state: MatchState) -> None:
            facts = state.report()
            test = f", LLR {facts['sprt']['llr']:.2f}" if "sprt" in facts else ""
            elo = "" if facts["elo"] is None else f", Elo {facts['elo']:+.0f}"
            resources.report(f"{facts['games']:,} games, {facts['points']:g} points{elo}{test}")

        return play_match(folder, settings, resources.make_workers, nice=resources.nice, on_progress=report)


@dataclass(frozen=True, kw_only=True)
class SpsaJob:
    """Tunes parameters of the search and groups of weights. The folder gets ``steps.jsonl`` and, if weights
    are tuned, ``tuned.weights``."""

    settings: SpsaSettings = field(default_factory=SpsaSettings)

    def run(self, folder: Path, resources: Resources) -> dict[str, Any]:
        settings = replace(self.settings, evaluation=resources.evaluation(self.settings.evaluation))

        def report(state: SpsaState) -> None:
            resources.report(f"{2 * state.step:,} of {2 * settings.steps:,} games")

        facts = tune(folder, settings, resources.make_workers, nice=resources.nice, on_progress=report)
        if facts["weights"]:
            Variant(settings.evaluation, weights=facts["weights"]).tuned_weights().write(
                folder / WEIGHTS_FILE
            )
        return facts


@dataclass(frozen=True, kw_only=True)
class RescoreJob:
    """Scores the positions of a PSV file again. The folder gets ``positions.psv``."""

    data: str
    settings: RescoreSettings = field(default_factory=RescoreSettings)

    def run(self, folder: Path, resources: Resources) -> dict[str, Any]:
        settings = replace(self.settings, evaluation=resources.evaluation(self.settings.evaluation))

        def report(progress: RescoreProgress) -> None:
            resources.report(f"{progress.positions:,} of {progress.total:,} positions")

        count = rescore(
            resources.path(self.data),
            folder / POSITIONS_FILE,
            settings,
            resources.make_workers,
            nice=resources.nice,
            on_progress=report,
        )
        return {"positions": count}


KINDS: dict[str, type[Any]] = {
    "generate": GenerateJob,
    "fit": FitJob,
    "quantize": QuantizeJob,
    "verify": VerifyJob,
    "match": MatchJob,
    "spsa": SpsaJob,
    "rescore": RescoreJob,
}


def read_job(table: Mapping[str, Any], where: str) -> Job:
    """The job of a table: its ``kind`` and its settings. Raises ConfigError."""
    kind = KINDS.get(str(table.get("kind")))
    if kind is None:
        raise ConfigError(f"{where}: kind: expected one of {', '.join(KINDS)}, got {table.get('kind')!r}")
    values = {key: value for key, value in table.items() if key != "kind"}
    if kind is GenerateJob:
        values = _with_settings(values, {"games", "positions"})
    elif kind is RescoreJob:
        values = _with_settings(values, {"data"})
    elif kind is SpsaJob:
        values = _with_settings(values, set())
    job: Job = read_table(kind, values, where)
    return job


def _with_settings(values: dict[str, Any], own: set[str]) -> dict[str, Any]:
    """The table with the keys that are not the job's own in a table ``settings``."""
    rest = {key: value for key, value in values.items() if key not in own}
    return {key: value for key, value in values.items() if key in own} | {"settings": rest}


def _draw_curve(folder: Path) -> None:
    from komadai.errors import MissingPackageError
    from komadai.training.learning_curve import draw_learning_curve
    from komadai.training.training_log import read_log

    entries = read_log(folder)
    if entries:
        try:
            draw_learning_curve(entries, folder / "learning-curve.png")
        except MissingPackageError:
            return
