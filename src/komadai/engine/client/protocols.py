"""The clients by protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai.engine.client.async_engine import UsiEngine
from komadai.engine.client.xboard_engine import XBoardEngine

if TYPE_CHECKING:
    from komadai.engine.client.engine_client import EngineClient
    from komadai.engine.program import EngineProtocol

CLIENTS: Final[dict[EngineProtocol, type[EngineClient]]] = {"usi": UsiEngine, "xboard": XBoardEngine}
"""The client of each protocol."""
