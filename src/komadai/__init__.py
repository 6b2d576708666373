"""Komadai: all of shogi, Japanese chess, in one package.

>>> import komadai
>>> board = komadai.Board()
>>> board.push_usi("7g7f")
Move.from_usi('7g7f')
>>> len(board.legal_moves)
30

``docs/architecture.md`` lists the packages. Modules that a program which only plays
moves does not need (clocks, handicaps, engines, records …) are imported on first
use, so that ``import komadai`` stays fast.
"""

from __future__ import annotations

import sys

from komadai import moved
from komadai.errors import (
    AmbiguousMoveError,
    ArgumentTypeError,
    BookError,
    ClockError,
    DatabaseError,
    DeclarationError,
    EngineCrashed,
    EngineError,
    EngineProtocolError,
    EngineTimeout,
    EngineUsageError,
    FlagFallenError,
    IllegalMoveError,
    InvalidMoveError,
    InvalidPieceError,
    InvalidSquareError,
    KomadaiError,
    NotationError,
    PackedPositionError,
    RangeError,
    RecordError,
    ReviewError,
    SfenError,
    TsumeError,
    UnknownHandicapError,
    UnknownStyleError,
    VariantError,
)
from komadai.outcome import Infraction, Outcome, Termination
from komadai.pieces import BLACK, HAND_TYPES, PIECE_TYPES, PIECES, WHITE, Color, Hand, Piece, PieceType
from komadai.squares import (
    SQUARE_NAMES,
    SQUARES,
    SquareSet,
    file_of,
    mirror,
    rank_of,
    square,
    square_at,
    square_name,
)

from komadai._core import STARTPOS, Board, LegalMoves, Move  # isort: skip (needs the modules above)

moved.install()

TYPE_CHECKING = False
if TYPE_CHECKING:
    from komadai import (
        book,
        clock,
        csa,
        diagram,
        engine,
        env,
        evaluation,
        furigoma,
        handicap,
        impasse,
        kifu,
        match,
        notation,
        packed,
        play,
        policy_value,
        protocols,
        publish,
        ratings,
        score,
        study,
        tournaments,
        training,
        tsume,
        variants,
    )
    from komadai.clock import Clock, TimeControl
    from komadai.handicap import HANDICAPS, Handicap
    from komadai.impasse import ImpasseRule

__version__ = "0.1.0"

_LAZY_NAMES = {
    "Clock": "clock",
    "TimeControl": "clock",
    "HANDICAPS": "handicap",
    "Handicap": "handicap",
    "ImpasseRule": "impasse",
}
_LAZY_MODULES = {
    *("book", "clock", "csa", "diagram", "engine", "env", "evaluation"),
    *(
        "furigoma",
        "handicap",
        "impasse",
        "kifu",
        "match",
        "notation",
        "packed",
        "play",
        "policy_value",
        "protocols",
    ),
    *("publish", "ratings", "score", "study", "tournaments", "training", "tsume", "variants"),
}

if not TYPE_CHECKING:  # so that a type checker still reports unknown names

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name in _LAZY_NAMES:
            value: object = getattr(import_module(f"komadai.{_LAZY_NAMES[name]}"), name)
        elif name in _LAZY_MODULES or moved.new_path(f"komadai.{name}") is not None:
            value = import_module(f"komadai.{name}")
        else:
            raise AttributeError(f"module 'komadai' has no attribute {name!r}")
        globals()[name] = value  # the next access does not call this function
        return value

    def __dir__() -> list[str]:
        return sorted(
            {*globals(), *_LAZY_NAMES, *_LAZY_MODULES} - {"TYPE_CHECKING", "annotations", "immutable"}
        )


__all__ = [
    "BLACK",
    "HANDICAPS",
    "HAND_TYPES",
    "PIECES",
    "PIECE_TYPES",
    "SQUARES",
    "SQUARE_NAMES",
    "STARTPOS",
    "WHITE",
    "AmbiguousMoveError",
    "ArgumentTypeError",
    "Board",
    "BookError",
    "Clock",
    "ClockError",
    "Color",
    "DatabaseError",
    "DeclarationError",
    "EngineCrashed",
    "EngineError",
    "EngineProtocolError",
    "EngineTimeout",
    "EngineUsageError",
    "FlagFallenError",
    "Hand",
    "Handicap",
    "IllegalMoveError",
    "ImpasseRule",
    "Infraction",
    "InvalidMoveError",
    "InvalidPieceError",
    "InvalidSquareError",
    "KomadaiError",
    "LegalMoves",
    "Move",
    "NotationError",
    "Outcome",
    "PackedPositionError",
    "Piece",
    "PieceType",
    "RangeError",
    "RecordError",
    "ReviewError",
    "SfenError",
    "SquareSet",
    "Termination",
    "TimeControl",
    "TsumeError",
    "UnknownHandicapError",
    "UnknownStyleError",
    "VariantError",
    "book",
    "clock",
    "csa",
    "diagram",
    "engine",
    "env",
    "evaluation",
    "file_of",
    "furigoma",
    "handicap",
    "impasse",
    "kifu",
    "match",
    "mirror",
    "notation",
    "packed",
    "play",
    "policy_value",
    "protocols",
    "publish",
    "rank_of",
    "ratings",
    "score",
    "square",
    "square_at",
    "square_name",
    "study",
    "tournaments",
    "training",
    "tsume",
    "variants",
]

# Gymnasium knows an environment only once the package that registers it is imported.
if "gymnasium" in sys.modules:
    __import__("komadai.env")
