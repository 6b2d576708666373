"""The time for a move: as much as is useful, and never enough to lose on time. It is native."""

from komadai._core import Budget, budget

__all__ = ["Budget", "budget"]
