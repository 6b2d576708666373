"""Writes a game in any format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai.errors import UnknownStyleError, check_type
from komadai.kifu.formats.registry import FORMATS, writable
from komadai.kifu.tree.game import Game, GameTree, check_texts

if TYPE_CHECKING:
    from komadai.kifu.tree.variant_game import VariantGame


def write(game: Game | VariantGame, format: str) -> str:
    """The game as the text of a file in one of :data:`~komadai.kifu.FORMATS`, lines ended by ``\\n``.

    The caller chooses the encoding of the file: programs read KIF in UTF-8 and in Shift_JIS (``cp932``),
    CSA and USI in UTF-8. Raises UnknownStyleError for a format that is unknown, cannot be written, or cannot
    hold the game of a variant, NotationError if a move leaves an empty square, ArgumentTypeError for an
    argument of another type or headers that are no texts.
    """
    check_type("game", game, GameTree, "a Game")
    check_type("format", format, str, "a str")
    known = writable(format)
    assert known.write is not None
    if not isinstance(game, Game) and not known.writes_variants:
        names = ", ".join(each.name for each in FORMATS.values() if each.writes_variants)
        raise UnknownStyleError(
            f"{known.name} cannot hold a game of {game.variant.name}; formats for games of variants: {names}"
        )
    check_texts(game)
    return known.write(game)
