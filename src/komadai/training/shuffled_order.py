"""Numbers in a random order that is computed, not stored, so that it needs no memory for any count."""

from __future__ import annotations

from typing import Final

from komadai.extras import extra

with extra("train"):
    import numpy as np
    from numpy.typing import NDArray

_ROUNDS: Final = 4
# The constants of SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
_GAMMA, _MIX_1, _MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_MASK_64: Final = (1 << 64) - 1


class ShuffledOrder:
    """The numbers below ``count`` in an order given by ``seed``.

    A Feistel network permutes the numbers of an even number of bits; a number that is not below ``count`` is
    permuted again until it is.
    """

    def __init__(self, count: int, seed: int) -> None:
        self.count = count
        self._half_bits = np.uint64(max(1, ((count - 1).bit_length() + 1) // 2))
        self._mask = np.uint64((1 << int(self._half_bits)) - 1)
        self._keys = [np.uint64((seed * _ROUNDS + i + 1) * _GAMMA & _MASK_64) for i in range(_ROUNDS)]

    def part(self, start: int, stop: int) -> NDArray[np.uint64]:
        """The numbers at the places ``start`` to ``stop - 1`` of the order."""
        numbers = self._permuted(np.arange(start, min(stop, self.count), dtype=np.uint64))
        while len(outside := np.flatnonzero(numbers >= self.count)):
            numbers[outside] = self._permuted(numbers[outside])
        return numbers

    def _permuted(self, numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
        left, right = numbers >> self._half_bits, numbers & self._mask
        for key in self._keys:
            left, right = right, left ^ (_mixed(right ^ key) & self._mask)
        return (left << self._half_bits) | right


def _mixed(z: NDArray[np.uint64]) -> NDArray[np.uint64]:
    z = (z ^ (z >> np.uint64(30))) * np.uint64(_MIX_1)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(_MIX_2)
    return z ^ (z >> np.uint64(31))
