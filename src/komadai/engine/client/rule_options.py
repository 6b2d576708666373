"""The options by which USI engines learn the impasse rule of a game, where they have one."""

from __future__ import annotations

from typing import Final

from komadai.impasse import ImpasseRule

IMPASSE_OPTIONS: Final[dict[str, dict[ImpasseRule, str]]] = {
    "ImpasseRule": {rule: rule.value for rule in ImpasseRule},
    "EnteringKingRule": dict.fromkeys(ImpasseRule, "NoEnteringKing")
    | {
        ImpasseRule.POINTS_27: "CSARule27",
        ImpasseRule.POINTS_24: "CSARule24",
        ImpasseRule.TRY_ONE_KING: "TryRule",
    },
}
"""By option name (Komadai's own, then YaneuraOu's) the value for each rule.

YaneuraOu knows only three of the rules. For the others it is set to none at all, so that it does not
declare or try where that does not win: its ``TryRule`` needs one king only, so ``try`` is among these.
"""
