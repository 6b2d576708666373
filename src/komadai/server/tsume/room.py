"""The room of mate problems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from komadai.server.core import Core
from komadai.server.http.calls import Calls
from komadai.server.http.session import TokenSigner
from komadai.server.room import Room
from komadai.server.tsume import api
from komadai.server.tsume.personal_data import TsumeData
from komadai.server.tsume.service import TsumeService


@dataclass(frozen=True, kw_only=True)
class TsumeRoom(Room):
    """Mate problems to solve, the course, and the solver."""

    calls: ClassVar[Sequence[type[Calls]]] = api.CALLS
    tsume: TsumeService

    @classmethod
    def open(cls, core: Core, signer: TokenSigner) -> Self:
        return cls(tsume=TsumeService(core.database, signer), personal_data=[TsumeData(core.database)])
