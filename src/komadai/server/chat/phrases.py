"""The set phrases, which every reader sees in their own language."""

from __future__ import annotations

from typing import Final

from komadai.messages.text import Text

PHRASES: Final[dict[str, Text]] = {
    "onegai": Text("Onegai shimasu – to a good game!", "お願いします"),
    "hello": Text("Hello!", "こんにちは"),
    "good_move": Text("Good move!", "いい手ですね"),
    "interesting": Text("An interesting position.", "面白い局面ですね"),
    "moment": Text("One moment, please.", "少しお待ちください"),
    "sorry": Text("Sorry!", "すみません"),
    "lost": Text("Makemashita – I resign.", "負けました"),
    "thanks": Text("Thank you for the game.", "ありがとうございました"),
    "well_played": Text("Well played!", "お強いですね"),
    "bye": Text("Goodbye!", "失礼します"),
}
"""The text of each phrase by its key, in the order in which they are offered. Stored lines name the keys:
a key is never removed."""
