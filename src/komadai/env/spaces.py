"""The spaces of Gymnasium that the adapters share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from komadai.env.observations import DLSHOGI_SHAPES, PGX_SHAPE, check_layout
from komadai.env.variant_layout import planes_shape, variant_named, variant_observation
from komadai.extras import extra

with extra("rl"):
    import numpy as np
    from gymnasium import spaces

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from komadai.variants import Variant


class LegalActions(spaces.Discrete):
    """All actions; without a mask, ``sample`` draws only from those that are legal now."""

    legal: NDArray[np.int8] | None = None
    """1 for each legal action; None or all 0: any may be drawn."""

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None and self.legal is not None and self.legal.any():
            mask = self.legal
        return super().sample(mask, probability)


def observation_space(layout: str, variant: str | Variant = "shogi") -> spaces.Space[Any]:
    """The space of one game: a Box for pgx's planes and those of variants, a pair of them for dlshogi's."""
    chosen = variant_named(variant)
    if chosen is not None:
        variant_observation(layout)
        return spaces.Box(0, 1, planes_shape(chosen), np.bool_)
    check_layout(layout)
    if layout == "pgx":
        return spaces.Box(0, 1, PGX_SHAPE, np.bool_)
    return spaces.Tuple([spaces.Box(0.0, 1.0, shape, np.float32) for shape in DLSHOGI_SHAPES])
