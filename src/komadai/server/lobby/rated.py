"""Whether the game of a challenge would be rated, as far as it is known before it is accepted."""

from __future__ import annotations

from komadai.handicap import Handicap
from komadai.play.boards import SHOGI
from komadai.server.games.new_game import check_settings
from komadai.server.games.player_names import PlayerName
from komadai.server.lobby.wire import NewChallenge
from komadai.server.ratings import service as ratings
from komadai.server.ratings.service import GameResult, UnratedReason


def unrated_reason(
    new: NewChallenge, maker: PlayerName | None, other: PlayerName | None, *, known: bool
) -> UnratedReason | None:
    """Why the game would not be rated although its maker asks for it; None if it would, or if they do not.

    A player who is None is a guest. ``known``: whether ``other`` is known; if not, it may be anybody.
    """
    if not new.rated:
        return None
    if maker is None or (known and other is None):
        return "guest"
    if maker.bot or (other is not None and other.bot):
        return "bot"
    start_sfen, handicap = None, new.handicap
    if new.variant == SHOGI:
        handicap = Handicap.named(new.handicap).key
        if new.sfen is not None:
            start_sfen, handicap = check_settings(new)
    game = GameResult(
        game_id="",
        black="maker",
        white="other",
        winner=None,
        at_ms=0,
        clock=new.clock,
        days_per_move=new.days,
        variant=new.variant,
        handicap=handicap,
        start_sfen=start_sfen,
    )
    return ratings.unrated_reason(game)
