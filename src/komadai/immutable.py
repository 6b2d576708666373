"""The base class of immutable value classes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, NoReturn


class Frozen:
    """A value whose attributes are set once, in the constructor, with :func:`set_once`.

    A frozen dataclass would do the same, but importing ``dataclasses`` is slow: ``import komadai`` would take
    a quarter longer.
    """

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")


set_once: Final = object.__setattr__
"""``set_once(self, name, value)``, for the constructors of frozen classes only."""
