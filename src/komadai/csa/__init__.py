"""CSA's protocol for games between programs over a network (version 1.2.1, and floodgate's dialect of it).

The modules have no input or output, except `client`, which takes a USI engine to a CSA server:

- `lines`: bytes from a socket to lines, and back
- `game_name`: names such as ``floodgate-600-10F``, which say the times of a game
- `times`: how a CSA server charges time, and what both sides have left
- `game_summary`: the description of a game that both players agree to
- `endings`: the lines that end a game
- `client_session`: a client's side of a session, line by line, from login to the result
- `client`: the client
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from komadai.csa.errors import CsaConnectionError, CsaProtocolError, CsaRefused
    from komadai.csa.game_name import GameName
    from komadai.csa.game_summary import GameSummary, GivenMove
    from komadai.csa.times import RemainingTimes, Times

__all__ = [
    "CsaConnectionError",
    "CsaProtocolError",
    "CsaRefused",
    "GameName",
    "GameSummary",
    "GivenMove",
    "RemainingTimes",
    "Times",
]

_HOMES = {
    "CsaConnectionError": "errors",
    "CsaProtocolError": "errors",
    "CsaRefused": "errors",
    "GameName": "game_name",
    "GameSummary": "game_summary",
    "GivenMove": "game_summary",
    "RemainingTimes": "times",
    "Times": "times",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'komadai.csa' has no attribute {name!r}")
    value: object = getattr(import_module(f"komadai.csa.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
