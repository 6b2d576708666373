"""The error of a command that a game refuses, by code, with its text in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from komadai.messages.refusal import Refusal
from komadai.messages.text import Text

if TYPE_CHECKING:
    from collections.abc import Mapping

COMMAND_ERRORS: Final[dict[str, Text]] = {
    "finished": Text("The game is over.", "対局は終わっています。"),
    "playing": Text("The game is not over yet.", "対局はまだ終わっていません。"),
    "not_started": Text("The game has not begun.", "対局はまだ始まっていません。"),
    "not_your_turn": Text("It is not your turn.", "あなたの手番ではありません。"),
    "illegal": Text("That is illegal: {why}.", "反則です：{why}"),
    "no_take_backs": Text("This game is played without take-backs.", "この対局は「待った」なしです。"),
    "nothing_to_take_back": Text("You have not moved yet.", "戻せる手がありません。"),
    "no_such_offer": Text("There is no such offer.", "その申し出はありません。"),
    "cannot_abort": Text(
        "The game can be left without a result only before both sides have moved.",
        "両者が一手ずつ指した後は、対局を取りやめられません。",
    ),
    "no_clock": Text("No time is given in this game.", "この対局では時間を追加できません。"),
    "adjourned": Text("The game is adjourned.", "対局は中断（封じ手）中です。"),
    "not_adjourned": Text("The game is not adjourned.", "対局は中断していません。"),
    "cannot_adjourn": Text(
        "A game can be adjourned only after both sides have moved.",
        "両者が一手ずつ指すまでは中断できません。",
    ),
    "opponent_away": Text("Your opponent is not here.", "相手が席にいません。"),
    "opponent_here": Text("Your opponent is still here.", "相手は席を離れていません。"),
    "correspondence": Text("A correspondence game has no such thing.", "通信対局ではできません。"),
    "only_correspondence": Text(
        "Only correspondence games have conditional moves.", "条件付きの指し手は通信対局だけで使えます。"
    ),
    "your_turn": Text("It is your turn: make your move.", "あなたの手番です。指してください。"),
    "bad_lines": Text("Conditional moves: {why}.", "条件付きの指し手：{why}"),
    "cannot_declare": Text(
        "The impasse rule of this game has no declaration.", "この対局の入玉規定に宣言はありません。"
    ),
    "no_impasse": Text(
        "There is no impasse before both kings have entered.",
        "両者の玉が入玉するまで持将棋にはできません。",
    ),
}


class CommandError(Refusal):
    """A game refuses a command; nothing has changed. ``code`` is a key of COMMAND_ERRORS."""

    texts: ClassVar[Mapping[str, Text]] = COMMAND_ERRORS
