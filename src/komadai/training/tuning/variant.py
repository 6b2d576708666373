"""A variant of the engine: an evaluation and parameters of the search."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from komadai._core import Search
from komadai.errors import RangeError
from komadai.training.generation.settings import checksum, engine_signature


@dataclass(frozen=True)
class Variant:
    """``evaluation``: a file, "" for the built-in evaluation; ``parameters``: those that are not the default.

    Raises RangeError for an unknown parameter or a value out of range.
    """

    evaluation: str = ""
    parameters: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        known = Search.parameters()
        for name, value in self.parameters.items():
            if name not in known:
                raise RangeError(f"parameter {name!r}: expected one of {', '.join(known)}")
            _, low, high = known[name]
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                raise RangeError(
                    f"parameter {name}: expected a whole number from {low} to {high}, got {value!r}"
                )

    def all_parameters(self) -> dict[str, int]:
        """The values of all parameters."""
        return {name: values[0] for name, values in Search.parameters().items()} | self.parameters

    def identity(self) -> dict[str, Any]:
        """What the variant's games depend on, as values for JSON. Raises EvaluationFileError."""
        return {
            "evaluation": checksum(self.evaluation),
            "parameters": dict(sorted(self.parameters.items())),
            "engine": engine_signature(self.evaluation, self.parameters),
        }
