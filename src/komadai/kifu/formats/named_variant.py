"""The variant that a record names by its key, with its options: ``chu rules=jcsa``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from komadai.errors import RecordError, VariantError
from komadai.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable

    from komadai.kifu.reading.visitor import Visitor
    from komadai.variants import Variant

SHOGI: Final = "shogi"
OPTION: Final = re.compile(r"([a-z][a-z0-9_-]*)=(\S+)")


def written(variant: Variant) -> str:
    """The variant as records name it: its key, and ``OPTION=VALUE`` for options that are not the default."""
    return " ".join([variant.name, *(f"{name}={value}" for name, value in variant.changed_options.items())])


def named_variant(
    name: str, options: Iterable[str], visitor: Visitor[Any], line: int, column: int
) -> Variant | None:
    """The variant of this key with these options, None for shogi.

    The visitor's own variant is returned for its name, because it may come from a definition file. ``line``
    and ``column`` are the place of the name. Raises RecordError if there is no such variant or option, or if
    the visitor takes no variants.
    """
    if name == SHOGI:
        return None
    chosen = dict(word.split("=", 1) for word in options if OPTION.fullmatch(word))
    given = visitor.variant
    from komadai.variants import NAMES, Variant

    if given is not None and given.name == name and (name not in NAMES or chosen == given.changed_options):
        return given
    if name not in NAMES or not visitor.takes_variants:
        code = "record-of-variant" if name in NAMES else "record-of-unknown-variant"
        raise RecordError(Message(code, {"name": name}), line, column, name)
    try:
        return Variant.named(name, **chosen)
    except VariantError as error:
        message = Message("variant-options", {"problem": error.message})
        raise RecordError(message, line, column, name) from None
