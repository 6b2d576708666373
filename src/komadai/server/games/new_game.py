"""The settings of a new game, and what is wrong with them."""

from __future__ import annotations

from typing import Final

from komadai._core import Board
from komadai.errors import ClockError, SfenError, UnknownHandicapError, VariantError
from komadai.handicap import Handicap
from komadai.impasse import ImpasseRule
from komadai.messages.text import Text
from komadai.pieces import Color
from komadai.play.boards import SHOGI
from komadai.play.events import ClockSettings
from komadai.play.state import time_control
from komadai.server.errors import ApiError
from komadai.server.games import wire as games_wire
from komadai.server.http import objections
from komadai.variants import NAMES, Variant
from komadai.variants import Board as VariantBoard

LONGEST_CLOCK_MS: Final = 24 * 3_600_000
NO_HANDICAP: Final = Text("handicap: expected 'even' in a variant", "変則将棋に駒落ちはありません")


def check_settings(new: games_wire.GameSettings) -> tuple[str, str]:
    """Validates the settings of a new game. Returns the start position and the key of the handicap.

    Raises ApiError.
    """
    if new.impasse not in {rule.value for rule in ImpasseRule}:
        rules = [rule.value for rule in ImpasseRule]
        raise ApiError("invalid", "impasse", why=objections.one_of("impasse", rules))
    if new.clock is not None:
        _check_clock(new.clock)
    if new.variant != SHOGI:
        return check_variant(new), "even"
    if new.options:
        raise ApiError(
            "invalid",
            "options",
            why=Text(
                "options: expected none; standard shogi has no options", "本将棋に「options」はありません"
            ),
        )
    if new.touch_move:
        raise ApiError(
            "invalid",
            "touch_move",
            why=Text("touch_move: expected false in standard shogi", "本将棋で「touch_move」は使えません"),
        )
    try:
        handicap = Handicap.named(new.handicap)
    except UnknownHandicapError as error:
        raise ApiError(
            "invalid",
            "handicap",
            why=Text("handicap: {why}", "駒落ち：{why}").filled(why=Text.of_error(error)),
        ) from error
    if new.sfen is None:
        return handicap.sfen, handicap.key
    if handicap.key != "even":
        raise ApiError(
            "invalid",
            "sfen",
            why=Text(
                "sfen: expected either a handicap or a position, not both",
                "手合割と開始局面は同時に指定できません",
            ),
        )
    try:
        board = Board(new.sfen.board().sfen())
    except SfenError as error:
        raise ApiError(
            "invalid", "sfen", why=Text("sfen: {why}", "{why}").filled(why=Text.of_error(error))
        ) from error
    if any(board.king(color) is None for color in Color):
        why = Text("sfen: expected a king on each side", "先手と後手の玉が必要です")
        raise ApiError("invalid", "sfen", why=why)
    if board.outcome() is not None:
        why = Text("sfen: the game is over in this position", "この局面で対局は終わっています")
        raise ApiError("invalid", "sfen", why=why)
    known = Handicap.from_sfen(board.sfen())
    return board.sfen(), known.key if known is not None else "even"


def check_variant(new: games_wire.GameSettings) -> str:
    """Validates a new game of a variant. Returns the start position; raises ApiError."""
    if new.variant not in NAMES:
        raise ApiError("invalid", "variant", why=objections.one_of("variant", NAMES))
    if new.handicap != "even":
        raise ApiError("invalid", "handicap", why=NO_HANDICAP)
    try:
        variant = Variant.named(new.variant, **new.options)
    except VariantError as error:
        raise ApiError("invalid", "options", why=Text.of_error(error)) from error
    try:
        board = VariantBoard(variant, None if new.sfen is None else new.sfen.text)
    except SfenError as error:
        raise ApiError(
            "invalid", "sfen", why=Text("sfen: {why}", "{why}").filled(why=Text.of_error(error))
        ) from error
    if board.is_game_over():
        why = Text("sfen: the game is over in this position", "この局面で対局は終わっています")
        raise ApiError("invalid", "sfen", why=why)
    return board.sfen()


def _check_clock(clock: ClockSettings) -> None:
    for name in ("main_ms", "byoyomi_ms", "increment_ms"):
        if not 0 <= getattr(clock, name) <= LONGEST_CLOCK_MS:
            field = f"clock.{name}"
            raise ApiError("invalid", field, why=objections.whole_number(field, 0, LONGEST_CLOCK_MS))
    try:
        time_control(clock)
    except ClockError as error:
        raise ApiError(
            "invalid", "clock", why=Text("clock: {why}", "持ち時間：{why}").filled(why=Text.of_error(error))
        ) from error
