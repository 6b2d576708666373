"""A variant of the engine: an evaluation and parameters of the search."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from komadai._core import Search
from komadai.errors import RangeError
from komadai.training.generation.settings import checksum, engine_signature
from komadai.training.tuning.weight_groups import GROUPS, with_groups
from komadai.training.weights import BUILT_IN, Weights, read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True)
class Variant:
    """``evaluation``: a file, "" for the built-in evaluation; ``parameters``: those that are not the default;
    ``weights``: the numbers of groups of the handmade evaluation's weights
    (:mod:`~komadai.training.tuning.weight_groups`) that are not the default.

    Raises RangeError for an unknown name or a value out of range.
    """

    evaluation: str = ""
    parameters: dict[str, int] = field(default_factory=dict)
    weights: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        ranges = {name: (low, high) for name, (_, low, high) in Search.parameters().items()}
        _check("parameter", self.parameters, ranges)
        _check("weights", self.weights, {name: (group.low, group.high) for name, group in GROUPS.items()})
        if self.weights and self.evaluation == "material":
            raise RangeError("weights: the evaluation material has none")

    def all_parameters(self) -> dict[str, int]:
        """The values of all parameters."""
        return {name: values[0] for name, values in Search.parameters().items()} | self.parameters

    def tuned_weights(self) -> Weights:
        """The weights of the evaluation with these groups. Raises EvaluationFileError, OSError."""
        name = self.evaluation or BUILT_IN
        return with_groups(Weights.from_bytes(read_bytes(name), name), self.weights)

    @contextmanager
    def evaluation_file(self) -> Iterator[str]:
        """The evaluation as a file that exists in this context, "" for the built-in one.

        Raises EvaluationFileError, OSError.
        """
        if not self.weights:
            yield self.evaluation
            return
        with TemporaryDirectory(prefix="komadai-") as folder:
            path = Path(folder, "variant.weights")
            self.tuned_weights().write(path)
            yield str(path)

    def identity(self) -> dict[str, Any]:
        """The settings that the variant's games depend on, as values for JSON. Raises EvaluationFileError."""
        facts: dict[str, Any] = {
            "evaluation": checksum(self.evaluation),
            "parameters": dict(sorted(self.parameters.items())),
        }
        if self.weights:
            facts["weights"] = dict(sorted(self.weights.items()))
        with self.evaluation_file() as path:
            facts["engine"] = engine_signature(path, self.parameters)
        return facts


def _check(what: str, values: dict[str, int], ranges: dict[str, tuple[int, int]]) -> None:
    for name, value in values.items():
        if name not in ranges:
            raise RangeError(f"{what} {name!r}: expected one of {', '.join(ranges)}")
        low, high = ranges[name]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise RangeError(f"{what} {name}: expected a whole number from {low} to {high}, got {value!r}")
