"""The learned weights of the evaluation of a variant, from ``weights/NAME.txt``.

A file has whole numbers in 16ths of a centipawn, in the order of ``TermLayout``
(cpp/variants/search/terms.h). ``tools/train_variant.py`` writes it. A variant without a file is evaluated by
estimates from its moves.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from komadai.variants.variant import NAMES

__all__ = ["read_weights", "shipped_weights"]


@lru_cache(maxsize=32)
def shipped_weights(name: str) -> tuple[int, ...] | None:
    """The weights that come with the package for the variant of this name, or None."""
    if name not in NAMES:
        return None
    path = files("komadai.variants") / "weights" / f"{name}.txt"
    return _numbers(path.read_text(encoding="ascii")) if path.is_file() else None


def read_weights(path: str | Path) -> tuple[int, ...]:
    """The weights of a file. Raises OSError, ValueError."""
    return _numbers(Path(path).read_text(encoding="ascii"))


def _numbers(text: str) -> tuple[int, ...]:
    """The numbers of a file: ``x*n`` stands for n times x."""
    numbers: list[int] = []
    for word in text.split():
        value, _, times = word.partition("*")
        numbers += [int(value)] * int(times or 1)
    return tuple(numbers)
