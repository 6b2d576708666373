"""A game of a variant as a tree, like :class:`komadai.kifu.Game`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai.errors import ArgumentTypeError
from komadai.kifu.tree.game import GameTree
from komadai.variants import Board, Move, Variant

if TYPE_CHECKING:
    from collections.abc import Mapping

    from komadai._core import Node


class VariantGame(GameTree["Move"]):
    """A game of a variant: the variant, headers, a start position, a tree of moves."""

    variant: Variant

    def __init__(
        self, variant: str | Variant, sfen: str | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        """``sfen`` is the start, by default the variant's own; see :data:`komadai.kifu.HEADERS`.

        Raises SfenError, and VariantError for an unknown name.
        """
        board = Board(variant, sfen)
        self.variant = board.variant
        super().__init__(board.sfen(), headers)

    @classmethod
    def from_board(cls, board: Board, headers: Mapping[str, str] | None = None) -> VariantGame:
        """The game that led to this position, with the outcome by the rules of the variant.

        Raises ArgumentTypeError for anything but a board of a variant.
        """
        if not isinstance(board, Board):
            raise ArgumentTypeError(f"board: expected a board of a variant, got a {type(board).__name__}")
        game = cls(board.variant, board.root_sfen(), headers)
        game.extend(board.history)
        game.outcome = board.outcome()
        return game

    def board(self, node: Node[Move] | None = None) -> Board:
        """A board at this node (None: at the start), with the moves before it as history."""
        board = Board(self.variant, self.sfen)
        for move in node.moves() if node else ():
            board.push_unchecked(move)
        return board

    @property
    def starts_from_setup(self) -> bool:
        """Whether the game starts from the variant's own setup."""
        return self.sfen == Board(self.variant).sfen()
