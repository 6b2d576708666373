"""Choosing a variant of an engine: by which option, under which name, in which dialect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from komadai.engine.dialects.dialect import Dialect, UsiDialect
from komadai.engine.dialects.table import UNLIKE, USI_DIALECTS, XBOARD_DIALECTS
from komadai.engine.dialects.xboard import XBoardDialect
from komadai.engine.protocol.options import EngineOption, find
from komadai.errors import EngineUsageError

STANDARD: Final = "shogi"
"""Our name of standard shogi, which any USI engine plays."""

_OPTIONS: Final = ("USI_Variant", "UCI_Variant")
"""The options by which USI engines choose a variant; Fairy-Stockfish 11 has the second under ``usi``, too."""


def variant_option(options: Mapping[str, EngineOption]) -> EngineOption | None:
    """The option by which a USI engine chooses the variant, or None."""
    return next((option for name in _OPTIONS if (option := find(options, name)) is not None), None)


def own_dialect(variant: str) -> UsiDialect:
    """The dialect of a USI engine that has our names and letters."""
    return UsiDialect(variant, (variant,))


def dialect_of(variant: str, engine: str) -> UsiDialect:
    """How the USI engine called ``engine`` writes a variant: Komadai as we do, others as Fairy-Stockfish."""
    if engine.startswith("Komadai "):
        return own_dialect(variant)
    return USI_DIALECTS.get(variant) or own_dialect(variant)


def xboard_dialect_of(variant: str) -> XBoardDialect:
    """How engines that use the XBoard protocol write a variant."""
    return XBOARD_DIALECTS.get(variant) or XBoardDialect(variant, (variant,))


def choose_usi_variant(option: EngineOption | None, dialect: Dialect, engine: str) -> str:
    """The value of the option. Raises EngineUsageError, which lists the engine's variants, if there is
    none."""
    if option is None:
        if dialect.variant == STANDARD:
            return STANDARD
        raise EngineUsageError(
            f"engine {engine!r} does not play {dialect.variant}: it has no option {' or '.join(_OPTIONS)}"
        )
    return choose_variant(option.choices, dialect, engine, f"its option {option.name} offers")


def choose_variant(offered: Sequence[str], dialect: Dialect, engine: str, offer: str = "it offers") -> str:
    """The engine's name of the variant. Raises EngineUsageError, which lists those offered, if it has
    none."""
    for beginning, variant, reason in UNLIKE:
        if engine.startswith(beginning) and variant == dialect.variant:
            raise EngineUsageError(f"engine {engine!r} does not play {variant} as we do: {reason}")
    name = dialect.name_in(tuple(offered))
    if name is None:
        raise EngineUsageError(
            f"engine {engine!r} does not play {dialect.variant}; {offer} {', '.join(offered) or 'nothing'}"
        )
    return name
