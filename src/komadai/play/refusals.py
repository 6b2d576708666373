"""What the server says no to: one code per cause, with its HTTP status and its words."""

from __future__ import annotations

from typing import Any, Final

from komadai.errors import KomadaiError
from komadai.play.texts import Words

REFUSALS: Final[dict[str, tuple[int, Words]]] = {
    # what was sent cannot be understood
    "bad_json": (400, Words("This is not valid JSON: {why}.", "JSONとして読めません：{why}")),
    "invalid": (400, Words("{why}.", "入力に誤りがあります：{why}")),
    "too_large": (413, Words("The message is too large.", "送信データが大きすぎます。")),
    "not_found": (404, Words("There is no such thing here.", "見つかりません。")),
    "method": (405, Words("This address does not take this method.", "このメソッドは使えません。")),
    "unreadable": (422, Words("This record cannot be read: {why}.", "棋譜として読めません：{why}")),
    "too_many_moves": (413, Words("This record is too large: {why}.", "棋譜が大きすぎます：{why}")),
    # who may do what
    "host": (421, Words("This server does not answer to this host name.", "このホスト名には応答しません。")),
    "origin": (
        403,
        Words(
            "The request did not come from this server's own page.",
            "このサーバーのページからの要求ではありません。",
        ),
    ),
    "no_guest": (
        401,
        Words(
            "Ask for a session first; the cookie is missing or not ours.",
            "セッションがありません。ページを再読み込みしてください。",
        ),
    ),
    "csrf": (
        403,
        Words("The X-CSRF-Token header is missing or wrong.", "X-CSRF-Tokenヘッダーが正しくありません。"),
    ),
    "not_yours": (
        403,
        Words(
            "You are looking on; only the guest who began this game can act in it.",
            "観戦中です。対局者だけが操作できます。",
        ),
    ),
    "slow_down": (429, Words("Too many requests; wait a moment.", "要求が多すぎます。少し待ってください。")),
    # what the game does not allow now
    "stale": (409, Words("The game has moved on since you sent this.", "局面がすでに進んでいます。")),
    "finished": (409, Words("The game is over.", "対局は終わっています。")),
    "playing": (409, Words("The game is not over yet.", "対局はまだ終わっていません。")),
    "not_started": (409, Words("The game has not begun.", "対局はまだ始まっていません。")),
    "not_your_turn": (409, Words("It is not your turn.", "あなたの手番ではありません。")),
    "illegal": (409, Words("That is illegal: {why}.", "反則です：{why}")),
    "not_a_move": (400, Words("That is no move here: {why}.", "指し手として読めません：{why}")),
    "no_take_backs": (
        409,
        Words("This game is played without take-backs.", "この対局は「待った」なしです。"),
    ),
    "nothing_to_take_back": (409, Words("You have not moved yet.", "戻せる手がありません。")),
    "cannot_declare": (
        409,
        Words("This game's impasse rule knows no declaration.", "この対局の入玉規定に宣言はありません。"),
    ),
    "no_impasse": (
        409,
        Words(
            "There is no impasse before both kings have entered.",
            "両者の玉が入玉するまで持将棋にはできません。",
        ),
    ),
    "run_over": (409, Words("The run is over.", "タイムアタックは終わりました。")),
    # what went wrong on our side
    "too_many_watchers": (
        429,
        Words("Too many pages are open on this server from here.", "同時に開ける接続の数を超えました。"),
    ),
    "not_saved": (
        503,
        Words(
            "The database did not take this; nothing has happened. Try again.",
            "保存できなかったため、取り消しました。もう一度お試しください。",
        ),
    ),
    "internal": (
        500,
        Words("Something went wrong in the server; it has been noted.", "サーバー内部でエラーが起きました。"),
    ),
}


class Refused(KomadaiError):
    """A request or command that is not carried out; nothing has changed.

    ``code`` is a key of REFUSALS, ``field`` the part of the request to blame, if one is.
    """

    def __init__(self, code: str, field: str | None = None, **values: Any) -> None:
        super().__init__(code, field, values)
        self.code = code
        self.field = field
        self.values = values

    @property
    def status(self) -> int:
        """The HTTP status that fits."""
        return REFUSALS[self.code][0]

    @property
    def message(self) -> Words:
        """The sentence for people."""
        return REFUSALS[self.code][1].filled(**self.values)

    def __str__(self) -> str:
        return f"{self.code}: {self.message.en}"
