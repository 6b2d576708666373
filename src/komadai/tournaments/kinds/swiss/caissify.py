"""The Dutch system of FIDE by the library caissify-pairings, as a `SwissSystem`.

The library is imported when a round is paired. It says who meets; the colours are those of `colors`,
because the library grants the preference of the lower number (E.4) whatever the scores are. In chess White
begins, in shogi Black: its White is our Black.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from komadai.extras import extra
from komadai.pieces import Color
from komadai.tournaments.errors import EventError
from komadai.tournaments.kinds.swiss.colors import with_colors
from komadai.tournaments.kinds.swiss.pairing import SwissPair, SwissPlayer, check

_CHESS: Final = {Color.BLACK: "white", Color.WHITE: "black"}


class DutchSystem:
    """Pairs by the Dutch system, and checks what the library returns."""

    def pair(self, players: Sequence[SwissPlayer], round_number: int, rounds: int) -> list[SwissPair]:
        """The pairings of a round; see `SwissSystem`. Raises MissingPackageError without the library."""
        with extra("app"):
            from caissify_pairings import generate_pairings
        met = {
            (min(player.number, other), max(player.number, other))
            for player in players
            for other in player.opponents
        }
        found = generate_pairings(
            "dutch", [_described(player) for player in players], met, round_number, max(rounds, round_number)
        )
        ordered = sorted(found, key=lambda pair: (pair["black_id"] is None, pair["table"]))
        known = {player.number: player for player in players}
        pairs = [
            SwissPair(first, None) if second is None else with_colors(known[first], known[second])
            for first, second in ((pair["white_id"], pair["black_id"]) for pair in ordered)
        ]
        if not check(players, pairs):
            raise EventError.with_code("event-no-pairing")
        return pairs


def _described(player: SwissPlayer) -> dict[str, Any]:
    return {
        "id": player.number,
        "name": "",
        "score": player.score,
        # The order of the seeds, whatever the ratings are.
        "rating": 10_000 - player.seed,
        "starting_number": player.seed,
        "pairing_number": player.seed,
        "color_hist": [_CHESS[color] for color in player.colors],
        "float_history": list(player.floats),
        "bye_count": player.byes,
        "forfeit_win_count": player.walkovers,
    }
