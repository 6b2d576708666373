"""Groups of weights of the handmade evaluation, each of which games tune by one number.

The fit (:mod:`komadai.training.weight_fit`) finds the weights that predict results best. The search plays
better with somewhat different ones: it compares values at the ends of lines, and its margins are made for
their scale.

The number of a group is a percentage of its weights; 100 leaves them as they are. That of the two groups
``tempo_opening`` and ``tempo_endgame`` is in centipawns and added.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from komadai import PieceType
from komadai._core import evaluation_layout
from komadai.extras import extra
from komadai.training.weights import SHAPES, Weights

with extra("train"):
    import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

_LAYOUT: Final = evaluation_layout()
_MEN: Final = tuple(each.name.lower() for each in PieceType if each is not PieceType.KING)
"""The piece types without the king, in the order of ``cpp/eval/terms.h``."""
_HELD_IN_HAND: Final = 18
_REACH: Final = ("lance", "bishop", "rook", "horse", "dragon")
_REACH_COUNTS: Final = 21
_NEAR_SETS: Final = (
    "attacked", "attacked_twice", "unguarded", "unguarded_twice", "guarded", "guarded_twice", "open",
    "open_attacked",
)  # fmt: skip
_FAR_SETS: Final = ("attacked", "unguarded", "guarded")
_NEAR_PARTS, _FAR_PARTS = 3, 2


@dataclass(frozen=True)
class WeightGroup:
    """``rows``: for each part of :class:`Weights`, the indices of its first axis. ``column``: 0 opening, 1
    endgame, or None for both. ``shift``: by how much tuning changes the number at first. ``added``: whether
    the number is added."""

    rows: Mapping[str, NDArray[np.intp]]
    shift: int = 12
    column: int | None = None
    added: bool = False

    @property
    def default(self) -> int:
        return 0 if self.added else 100

    @property
    def low(self) -> int:
        return -200 if self.added else 0

    @property
    def high(self) -> int:
        return 200 if self.added else 300


def _span(first: str, at: int, count: int) -> NDArray[np.intp]:
    return np.arange(_LAYOUT[first] + at, _LAYOUT[first] + at + count)


def _between(first: str, end: str) -> NDArray[np.intp]:
    return np.arange(_LAYOUT[first], _LAYOUT[end])


def _groups() -> dict[str, WeightGroup]:
    men = len(_MEN)
    found: dict[str, WeightGroup] = {}

    def plain(name: str, rows: NDArray[np.intp], shift: int = 12) -> None:
        found[name] = WeightGroup({"plain": rows}, shift)

    def danger(name: str, rows: NDArray[np.intp], shift: int = 12) -> None:
        found[f"danger_{name}"] = WeightGroup({"danger": rows}, shift)

    for man, name in enumerate(_MEN):
        plain(f"material_{name}", _span("material", man, 1), 5)
    for kind, name in enumerate(_MEN[:7]):
        plain(f"hand_{name}", _span("in_hand", kind * _HELD_IN_HAND, _HELD_IN_HAND), 5)
    plain("place", _span("place", 0, men * _LAYOUT["half"]))
    plain("place_king", _span("place", men * _LAYOUT["half"], _LAYOUT["half"]), 20)
    for kind, name in enumerate(_REACH):
        plain(f"reach_{name}", _span("reach", kind * _REACH_COUNTS, _REACH_COUNTS), 15)
    for term in ("hanging", "harassed"):
        plain(f"{term}_own_turn", _span(term, 0, men))
        plain(f"{term}_other_turn", _span(term, men, men))
    plain("pinned", _between("pinned", "open_files"), 20)
    plain("open_files", _between("open_files", "held"), 20)
    plain("held", _between("held", "contested"), 15)
    plain("contested", _between("contested", "tempo"), 20)
    for column, phase in enumerate(("opening", "endgame")):
        found[f"tempo_{phase}"] = WeightGroup({"plain": _span("tempo", 0, 1)}, 15, column, added=True)
        all_rows = {name: np.arange(SHAPES[name][0]) for name in ("plain", "distances")}
        found[phase] = WeightGroup(all_rows, 5, column)

    distances = np.arange(SHAPES["distances"][0]).reshape(_LAYOUT["viewed"], -1)
    views = np.arange(SHAPES["views"][0]).reshape(_LAYOUT["half"], _LAYOUT["viewed"], -1)
    whose = (("own", slice(men)), ("other", slice(men, 2 * men)), ("king", slice(2 * men, None)))
    for name, viewed in whose:
        found[f"distances_{name}"] = WeightGroup({"distances": distances[viewed].ravel()}, 10)
        found[f"views_{name}"] = WeightGroup({"views": views[:, viewed].ravel()})

    found["curve"] = WeightGroup({"curve": np.arange(SHAPES["curve"][0])}, 8)
    near = _between("near", "far").reshape(_NEAR_PARTS, -1)
    for number, name in enumerate(_NEAR_SETS):
        danger(f"near_{name}", near[:, number])
    far = _between("far", "escapes").reshape(_FAR_PARTS, -1)
    for number, name in enumerate(_FAR_SETS):
        danger(f"far_{name}", far[:, number])
    for first, end in (
        ("escapes", "attacker"), ("attacker", "their_hand"), ("their_hand", "our_hand"),
        ("our_hand", "their_turn"),
    ):  # fmt: skip
        danger(first, _between(first, end))
    danger("their_turn", _between("their_turn", "pins"), 40)
    danger("pins", _between("pins", "danger_terms"), 40)
    return found


GROUPS: Final = _groups()
"""The groups by name."""


def with_groups(weights: Weights, values: Mapping[str, int]) -> Weights:
    """A copy of the weights in which these groups have these numbers, and others the default."""
    arrays = {name: getattr(weights, name).copy() for name in SHAPES}
    for name, group in GROUPS.items():
        value = values.get(name, group.default)
        for part, rows in group.rows.items():
            where = rows if group.column is None else (rows, group.column)
            if group.added:
                arrays[part][where] += value
            else:
                arrays[part][where] *= value / 100
    return replace(weights, **arrays)
