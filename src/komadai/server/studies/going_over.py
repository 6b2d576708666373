"""The study in which both players go over their game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from komadai.messages.text import Text
from komadai.pieces import Color
from komadai.play.state import color_name
from komadai.server.games import export as games_export
from komadai.server.games.live.live_game import LiveGame
from komadai.server.games.player_names import PlayerName
from komadai.server.studies.chapter import stored_record
from komadai.server.studies.store import ChapterRow, PersonRow, StudyRow

GOING_OVER: Final = Text("After the game", "感想戦")


def going_over(
    live: LiveGame, names: Mapping[Color, PlayerName], now_ms: int
) -> tuple[StudyRow, list[PersonRow], ChapterRow]:
    """The study of a finished game, its two players and its only chapter. All have the id of the game."""
    first, second = live.guests
    assert first is not None
    assert second is not None
    colors = live.game.colors or (Color.BLACK, Color.WHITE)
    study = StudyRow(
        id=live.id,
        owner_id=first if colors[0] is Color.BLACK else second,
        name=GOING_OVER.en,
        visibility="private" if live.visibility == "private" else "unlisted",
        writers="invited",
        game_id=live.id,
        created_ms=now_ms,
        changed_ms=now_ms,
    )
    record = games_export.tree(live.game, names)
    for color in Color:
        # Guests have no name: each reader's page calls them Black or White in its own language.
        if color not in names or names[color].account is None:
            record.headers.pop(color_name(color), None)
    chapter = ChapterRow(
        id=live.id,
        study_id=live.id,
        place=1,
        name=GOING_OVER.en,
        record=stored_record(record),
        fixed=True,
    )
    return study, [PersonRow(person_id=each, may_write=True) for each in (first, second)], chapter
