"""Games of the shogi family, from dobutsu on 3×4 to taikyoku on 36×36, by one rules engine.

>>> from komadai.variants import Board
>>> board = Board("chu")
>>> len(board.legal_moves)
36
"""

from komadai.variants.board import Board, Move, Piece
from komadai.variants.definition import Conflict, Option, OptionValue, PieceKind, VariantRules
from komadai.variants.variant import NAMES, Variant

__all__ = [
    "NAMES",
    "Board",
    "Conflict",
    "Move",
    "Option",
    "OptionValue",
    "Piece",
    "PieceKind",
    "Variant",
    "VariantRules",
]
