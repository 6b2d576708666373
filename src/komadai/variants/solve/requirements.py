"""Whether a variant can be solved: which of its rules the solver knows, and the memory it needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from komadai._core import SmallGame, solver_material
from komadai.messages import Message
from komadai.variants.variant import Variant, native_rules

if TYPE_CHECKING:
    from komadai._core import VariantRules

DEFAULT_MEMORY: Final = 4 << 30
"""In bytes."""

_MAX_SQUARES: Final = 32
_MAX_ARRANGEMENTS: Final = float(1 << 40)
_SAMPLES: Final = 100_000


@dataclass(frozen=True)
class Fit:
    """The answer whether a variant can be solved, with the size of its table."""

    problems: tuple[Message, ...]
    """Why it cannot be solved: rules that the solver does not know, or too many positions. Empty: it can be
    solved."""
    arrangements: float
    """The number of arrangements of the pieces up to colours and mirror images. Most cannot be reached."""
    open_positions: float
    """An upper bound of the positions to be stored: arrangements without a winner, estimated from
    a sample. Equal to ``arrangements`` if there are too many to be numbered."""
    memory: float
    """In bytes, for ``open_positions``."""

    @property
    def solvable(self) -> bool:
        """Whether there are no problems."""
        return not self.problems


def rules_of(variant: str | Variant) -> VariantRules:
    """The compiled rules of a variant or of one that comes with the library. Raises VariantError."""
    return native_rules(variant if isinstance(variant, Variant) else Variant.named(variant))


def fit(variant: str | Variant, memory: int = DEFAULT_MEMORY) -> Fit:
    """Whether a variant can be solved in this memory (in bytes). Raises VariantError for an unknown name."""
    rules = rules_of(variant)
    found, arrangements = solver_material(rules)
    pieces: dict[str, list[str]] = {}
    for code, kind in found:
        pieces.setdefault(code, []).append(kind)
    problems = [Message(code, {"pieces": ", ".join(ids)} if any(ids) else {}) for code, ids in pieces.items()]
    open_positions = arrangements
    squares = rules.squares
    if squares > _MAX_SQUARES:
        problems.append(Message("solve-squares", {"squares": squares, "most": _MAX_SQUARES}))
    elif not problems and arrangements <= _MAX_ARRANGEMENTS:
        try:
            open_positions = arrangements * SmallGame(rules).open_share(_SAMPLES)
        except ValueError:  # too many ways to divide the pieces among board and hands
            problems.append(Message("solve-many-kinds"))
    needed = memory_needed(arrangements, open_positions)
    if needed > memory:
        params = {"count": in_words(arrangements), "needed": size_text(needed), "memory": size_text(memory)}
        problems.append(Message("solve-memory", params))
    elif arrangements > _MAX_ARRANGEMENTS:
        problems.append(Message("solve-too-many", {"count": in_words(arrangements)}))
    return Fit(tuple(problems), arrangements, open_positions, needed)


def memory_needed(arrangements: float, open_positions: float) -> float:
    """In bytes.

    The search needs three bits for each arrangement. The levels need a byte for each open position, one bit
    for each arrangement, and four bytes for each 512 arrangements.
    """
    return max(arrangements * 3 / 8, arrangements / 8 + arrangements / 128 + open_positions)


def in_words(number: float) -> str:
    """A number with separators; above a billion as 4.9×10^16.

    >>> in_words(855232344.0)
    '855,232,344'
    >>> in_words(4.91e16)
    '4.9×10^16'
    """
    if number == float("inf"):
        return ">10^308"
    if number < 1e9:
        return f"{number:,.0f}"
    digits, _, exponent = f"{number:.1e}".partition("e")
    return f"{digits}×10^{int(exponent)}"


def size_text(number: float) -> str:
    """A number of bytes.

    >>> size_text(4 << 30)
    '4.0 GiB'
    """
    for unit in ("B", "KiB", "MiB", "GiB", "TiB"):
        if number < 1024 or unit == "TiB":
            break
        number /= 1024
    return f"{number:.1f} {unit}" if number < 1024 else f"{in_words(number)} {unit}"
