"""Writes what the module for browsers takes from the sources in Python: ``browser_data.py GENERATED OUT``.

GENERATED gets the bytes of the built-in evaluation as C++ reads them, OUT the data that a page loads:
``levels.json``, and ``variants/NAME.json`` with the description, the name and the learned weights of each
variant.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

from komadai.engine.levels import LEVELS
from komadai.variants import NAMES, Variant
from komadai.variants.definition import description
from komadai.variants.evaluation_weights import shipped_weights
from komadai.variants.levels import LEVELS as VARIANT_LEVELS

WEIGHTS = Path(__file__).resolve().parents[1] / "cpp" / "eval" / "handmade.weights"


def variant_data(name: str) -> dict[str, object]:
    """The variant as ``VariantRules`` and ``VariantSearch`` of the module take it."""
    weights = shipped_weights(name)
    return {
        "description": description(Variant.named(name)),
        "weights": None if weights is None else list(weights),
    }


def level_data() -> dict[str, object]:
    """The levels: options of ``go``, and what a page shows of them."""
    return {
        "shogi": [asdict(level) | {"options": level.skill()} for level in LEVELS],
        "variants": [asdict(level) for level in VARIANT_LEVELS],
    }


def write(path: Path, text: str) -> None:
    """Leaves a file that would not change as it is, so that nothing is compiled again."""
    if not path.is_file() or path.read_text("utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def main(generated: Path, out: Path) -> None:
    write(generated / "handmade_weights.inc", ",".join(map(str, WEIGHTS.read_bytes())) + "\n")
    write(out / "levels.json", json.dumps(level_data(), ensure_ascii=False))
    for name in NAMES:
        write(out / "variants" / f"{name}.json", json.dumps(variant_data(name), ensure_ascii=False))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
