"""The room of variants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from komadai.server.core import Core
from komadai.server.http.calls import Calls
from komadai.server.room import Room
from komadai.server.variants import api
from komadai.server.variants.solved import SolvedVariants


@dataclass(frozen=True, kw_only=True)
class VariantsRoom(Room):
    """The gallery of variants, and the tables of those that are solved."""

    calls: ClassVar[Sequence[type[Calls]]] = api.CALLS
    solved: SolvedVariants

    @classmethod
    def open(cls, core: Core) -> Self:
        return cls(solved=SolvedVariants(core.settings.data_dir / "solved"))
