"""The weights of the handmade evaluation as a guess and deviations from it.

Every weight is a guess plus a deviation times its usual size. The fit (:mod:`komadai.training.weight_fit`)
changes the deviations, with a penalty of half the square of each, so that a term that hardly occurs stays at
its guess.
"""

from __future__ import annotations

from typing import Final

from komadai._core import evaluation_layout
from komadai.extras import extra
from komadai.training.weights import SHAPES, Weights

with extra("train"):
    import numpy as np
    from numpy.typing import NDArray

Floats = NDArray[np.float32]

_LAYOUT: Final = evaluation_layout()

# Initial values of pieces: on the board and in hand.
_MATERIAL: Final = (90, 260, 290, 430, 650, 780, 500, 480, 480, 490, 500, 900, 1080)
_IN_HAND: Final = (98, 285, 310, 470, 720, 850, 550)

# The usual deviation in centipawns of the weights of plain terms, from each name up to the next.
_PLAIN_SIZES: Final = {
    "material": 60, "place": 20, "in_hand": 30, "reach": 25, "hanging": 60, "harassed": 60, "pinned": 30,
    "open_files": 20, "held": 4, "contested": 4, "tempo": 30,
}  # fmt: skip
_DISTANCE_SIZE, _VIEW_SIZE = 12.0, 6.0
# In points of the curve.
_DANGER_SIZES: Final = {
    "base": 3.0, "near": 1.0, "far": 0.7, "escapes": 1.5, "attacker": 1.0, "their_hand": 1.5, "our_hand": 1.0,
    "their_turn": 1.0, "pins": 1.0,
}  # fmt: skip
# A curve that grows with the square of the excess over this point; the usual change of its slope a point.
_QUIET_POINT, _BEND_SIZE, _FIRST_SLOPE_SIZE = 8.0, 0.6, 3.0
_BASE_GUESS: Final = 14.0


def _sizes_of(names: dict[str, float] | dict[str, int], total: int) -> NDArray[np.float64]:
    starts = [_LAYOUT[name] for name in names] + [total]
    sizes = np.empty(total)
    for size, start, end in zip(names.values(), starts[:-1], starts[1:], strict=True):
        sizes[start:end] = size
    return sizes


def _guess() -> Weights:
    arrays = {name: np.zeros(shape) for name, shape in SHAPES.items()}
    for man, value in enumerate(_MATERIAL):
        arrays["plain"][_LAYOUT["material"] + man] = value
    for kind, value in enumerate(_IN_HAND):
        arrays["plain"][_LAYOUT["in_hand"] + kind * 18 : _LAYOUT["in_hand"] + (kind + 1) * 18] = value
    arrays["danger"][_LAYOUT["base"]] = _BASE_GUESS
    arrays["curve"] = 0.5 * np.maximum(np.arange(_LAYOUT["curve_points"]) - _QUIET_POINT, 0) ** 2
    return Weights(**arrays)


def _usual_sizes() -> dict[str, NDArray[np.float64]]:
    sizes = {
        "plain": np.repeat(_sizes_of(_PLAIN_SIZES, _LAYOUT["plain_terms"])[:, None], 2, axis=1),
        "distances": np.full(SHAPES["distances"], _DISTANCE_SIZE),
        "views": np.full(SHAPES["views"], _VIEW_SIZE),
        "danger": _sizes_of(_DANGER_SIZES, _LAYOUT["danger_terms"]),
        # Of the curve: of its first slope, then of each change of slope.
        "curve": np.full(_LAYOUT["curve_points"] - 1, _BEND_SIZE),
    }
    sizes["curve"][0] = _FIRST_SLOPE_SIZE
    return sizes


GUESS: Final = _guess()
"""The value without any data."""
_SIZES: Final = _usual_sizes()


def guess_vector(guess: Weights) -> Floats:
    """A guess as the native step takes it: all weights, then the points of the curve."""
    return np.concatenate([getattr(guess, name).ravel() for name in SHAPES]).astype(np.float32)


def size_vector() -> Floats:
    """The sizes of deviations, in the order of the deviations."""
    return np.concatenate([size.ravel() for size in _SIZES.values()]).astype(np.float32)


def weights_of(guess: Weights, deviations: NDArray[np.floating]) -> Weights:
    """The weights with these deviations from a guess."""
    arrays = {}
    at = 0
    for name, size in _SIZES.items():
        part = deviations[at : at + size.size].reshape(size.shape) * size
        at += size.size
        if name == "curve":
            part = np.concatenate([[0.0], np.cumsum(np.cumsum(part))])
        arrays[name] = getattr(guess, name) + part
    return Weights(**arrays)
