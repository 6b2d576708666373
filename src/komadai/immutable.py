"""What all value classes here have in common: nobody changes them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


class Frozen:
    """A value whose attributes are set once, when it is made (with :func:`set_once`).

    A frozen dataclass would do the same, but importing ``dataclasses`` costs a
    quarter of the time that ``import komadai`` may take.
    """

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")


set_once = object.__setattr__
"""``set_once(self, name, value)``, for the constructors of frozen classes only."""
