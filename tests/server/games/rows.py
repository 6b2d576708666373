"""Rows of games."""

from __future__ import annotations

import msgspec

from komadai.play.game import replay
from komadai.server.games import views as games_views
from komadai.server.games.storage.tables import GameRow
from tests.play.table import created
from tests.server.games.live_games import GUEST


def row(game_id: str, **changes: object) -> GameRow:
    made = games_views.row_of(replay([created()]), game_id, (GUEST, GUEST), 1_000, None)
    return msgspec.structs.replace(made, **changes)
