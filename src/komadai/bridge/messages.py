"""The messages between a bridge and a server: JSON texts on a WebSocket, each value with its bounds.

The bridge says ``hello`` first. Then the server asks for searches, one at a time: a new one ends the one
before. Both sides treat a message that does not fit as an error.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from komadai.extras import extra

with extra("app"):
    import msgspec

PATH: Final = "/api/bot/bridge"
MAX_BYTES: Final = 8 * 1024
"""The length of a message to the server. The server's own are longer: they have the moves of a game."""
MAX_LINES: Final = 5
MAX_LINE_MOVES: Final = 16
ALIVE_S: Final = 10.0
"""A bridge says something at least this often."""
SEND_S: Final = 0.25
"""How often a bridge sends what a search has found."""

TOKEN_ENDED: Final = 4401
"""Close code: the token is not valid any more."""
BAD_MESSAGE: Final = 4400
REPLACED: Final = 4409
"""Close code: another bridge of the same person has the same name."""
SILENT: Final = 4408
TOO_MANY: Final = 4429

Usi = Annotated[str, msgspec.Meta(min_length=4, max_length=5)]
SearchId = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Plain = Annotated[float, msgspec.Meta(ge=0, le=100_000)]


class Hello(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="hello"):
    """The first message of a bridge: what it offers."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=30)]
    """The name that the person gave it, such as ``desktop``."""
    engine: Annotated[str, msgspec.Meta(max_length=80)]
    """The engine's own name."""
    threads: Annotated[int, msgspec.Meta(ge=1, le=100_000)] | None = None
    """The threads of its search, if it has an option for them."""
    scale: Annotated[float, msgspec.Meta(gt=0, le=100_000)]
    """The win rate of its scores: `komadai.score.WinRateModel`."""
    draw_margin: Plain = 0.0


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One of the best lines, with its score from the point of view of the side to move."""

    number: Annotated[int, msgspec.Meta(ge=1, le=MAX_LINES)]
    """1 is the best."""
    depth: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    cp: Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)] | None = None
    mate: Annotated[int, msgspec.Meta(ge=-10_000, le=10_000)] | None = None
    """Plies; negative if the side to move is mated."""
    mates: Literal[-1, 0, 1] = 0
    """1 or -1 for a mate, also of an unknown length: whether the side to move mates or is mated."""
    bound: Literal["exact", "lower", "upper"] = "exact"
    moves: Annotated[list[Usi], msgspec.Meta(min_length=1, max_length=MAX_LINE_MOVES)]


class Found(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="found"):
    """The lines of a search so far, but only those that have changed."""

    id: SearchId
    lines: Annotated[list[Line], msgspec.Meta(max_length=MAX_LINES)]
    nodes: Annotated[int, msgspec.Meta(ge=0, le=2**62)] = 0
    nps: Annotated[int, msgspec.Meta(ge=0, le=2**62)] = 0


class Done(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="done"):
    """A search has ended: by itself, by ``stop``, or because the engine failed."""

    id: SearchId
    error: Annotated[str, msgspec.Meta(max_length=300)] | None = None


class Alive(msgspec.Struct, frozen=True, tag_field="type", tag="alive"):
    """Nothing, so that the server knows that the bridge is there."""


class Welcome(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="welcome"):
    """The answer to ``hello``: the engine is offered now."""

    account: str
    name: str


class Search(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="search"):
    """A position to search, with the moves that led to it."""

    id: SearchId
    start_sfen: Annotated[str, msgspec.Meta(max_length=200)]
    moves: Annotated[list[Usi], msgspec.Meta(max_length=2_000)] = []
    lines: Annotated[int, msgspec.Meta(ge=1, le=MAX_LINES)] = 1
    depth: Annotated[int, msgspec.Meta(ge=1, le=1_000)] | None = None
    """The depth at which it ends; null: at ``seconds``, or at ``stop``."""
    seconds: Annotated[float, msgspec.Meta(gt=0, le=3_600)] | None = None


class Stop(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="stop"):
    """Ends a search."""

    id: SearchId


FromBridge = Hello | Found | Done | Alive
ToBridge = Welcome | Search | Stop

_encoder: Final = msgspec.json.Encoder()


def encode(message: FromBridge | ToBridge) -> str:
    """A message as the text of a WebSocket frame."""
    return _encoder.encode(message).decode()
