"""A slow reference of the rules of every variant, written from the rules and not from the engine.

`variant(name)` gives the rules by name, `Position(variant(name))` its starting position.
"""

from __future__ import annotations

from . import chu, dai, old_small, small, taikyoku, tenjiku
from .position import Play, Position
from .variant import Kind, Variant

VARIANTS: dict[str, Variant] = {
    value.name: value
    for module in (small, old_small, dai, tenjiku, taikyoku)
    for value in vars(module).values()
    if isinstance(value, Variant)
}
VARIANTS["chu"] = chu.CHU
VARIANTS["chu-jcsa"] = chu.CHU_JCSA


def variant(name: str) -> Variant:
    return VARIANTS[name]


__all__ = ["VARIANTS", "Kind", "Play", "Position", "Variant", "variant"]
