"""The actions of shogi and of variants, and the planes of variants."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from komadai._core import VariantLayout, env_action
from komadai.errors import RangeError
from komadai.extras import extra
from komadai.variants import Variant
from komadai.variants.variant import native_rules

with extra("rl"):
    import numpy as np

if TYPE_CHECKING:
    from typing import ClassVar, Final

    from numpy.typing import NDArray

    from komadai import Move
    from komadai.enums import Color
    from komadai.variants import Board

SHOGI_ACTIONS: Final = 2187
"""27 directions, promotions and drops times 81 squares of destination."""


class ShogiLayout:
    """The actions of shogi, with the interface of those of a variant."""

    actions = SHOGI_ACTIONS
    action: ClassVar[staticmethod[[Move, Color], int]] = staticmethod(env_action)


def variant_named(variant: str | Variant) -> Variant | None:
    """The variant, or None for shogi, which has its own native code. Raises VariantError."""
    if isinstance(variant, Variant):
        return variant
    return None if variant == "shogi" else Variant.named(variant)


@lru_cache(maxsize=64)
def layout_of(variant: Variant) -> VariantLayout:
    return VariantLayout(native_rules(variant))


def planes_shape(variant: Variant) -> tuple[int, int, int]:
    """Rank, file (as the side to move sees the board), plane."""
    return (variant.ranks, variant.files, layout_of(variant).planes)


def variant_planes(board: Board, color: Color | None = None) -> NDArray[np.bool_]:
    """The position as a side sees it, by default the side to move: (ranks, files, planes)."""
    cells = np.empty(planes_shape(board.variant), np.bool_)
    layout_of(board.variant).write_planes(board, board.turn if color is None else color, cells.view(np.uint8))
    return cells


def action_count(variant: str | Variant) -> int:
    """The number of actions. Raises RangeError for variants without fixed actions."""
    chosen = variant_named(variant)
    actions = SHOGI_ACTIONS if chosen is None else layout_of(chosen).actions
    if chosen is not None and not actions:
        raise RangeError(
            f"variant: {chosen.name} has no fixed actions (boards above 12x12): use VectorEnv, whose "
            "actions are then indexes into legal_moves(index)"
        )
    return actions


def variant_observation(observation: str | None) -> str | None:
    """Raises RangeError for a layout that variants do not have."""
    if observation not in ("pgx", None):
        raise RangeError(f"observation: expected 'pgx' or None for a variant, got {observation!r}")
    return observation
