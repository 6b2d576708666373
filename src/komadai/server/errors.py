"""The errors of the server: requests that are refused, and a server that cannot start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from komadai.errors import KomadaiError
from komadai.messages.refusal import Refusal
from komadai.messages.text import Text
from komadai.play.errors import COMMAND_ERRORS
from komadai.study.shared_tree.errors import TREE_ERRORS

API_ERRORS: Final[dict[str, tuple[int, Text]]] = {
    # The request is malformed.
    "bad_json": (400, Text("This is not valid JSON: {why}.", "JSONとして読めません：{why}")),
    "invalid": (400, Text("{why}.", "入力に誤りがあります：{why}")),
    "too_large": (413, Text("The message is too large.", "送信データが大きすぎます。")),
    "not_found": (404, Text("Not found.", "見つかりません。")),
    "method": (405, Text("This address does not support this method.", "このメソッドは使えません。")),
    "unreadable": (422, Text("This record cannot be read: {why}.", "棋譜として読めません：{why}")),
    "too_many_moves": (413, Text("This record is too large: {why}.", "棋譜が大きすぎます：{why}")),
    # The sender is not allowed to do this.
    "host": (
        421,
        Text(
            "This server does not answer to this host name; its operator can add it to host_names.",
            "このホスト名には応答しません。管理者がhost_namesに追加すると使えます。",
        ),
    ),
    "origin": (
        403,
        Text(
            "The request did not come from this server's own page.",
            "このサーバーのページから送られたものではありません。",
        ),
    ),
    "no_guest": (
        401,
        Text(
            "The session cookie is missing or invalid; request a session first.",
            "セッションがありません。ページを再読み込みしてください。",
        ),
    ),
    "csrf": (
        403,
        Text("The X-CSRF-Token header is missing or wrong.", "X-CSRF-Tokenヘッダーが正しくありません。"),
    ),
    "no_token": (
        401,
        Text(
            "This call needs a valid token: Authorization: Bearer TOKEN.",
            "有効なトークンが必要です（Authorization: Bearer トークン）。",
        ),
    ),
    "scope": (
        403,
        Text("This needs a token with the scope {scope}.", "{scope} の権限があるトークンが必要です。"),
    ),
    "not_a_bot": (
        403,
        Text(
            "No program plays in this account: its owner can mark it as a bot's on the account page.",
            "プログラム用のアカウントではありません。アカウントのページで設定できます。",
        ),
    ),
    "rated_already": (
        409,
        Text(
            "This account has rated games, so no program can play in it; create another account.",
            "レーティング対局のあるアカウントではプログラムを動かせません。別のアカウントを作成してください。",
        ),
    ),
    "metrics_token": (
        401,
        Text(
            "The metrics are read with the header Authorization: Bearer TOKEN.",
            "メトリクスを読むにはAuthorization: Bearer TOKENヘッダーが必要です。",
        ),
    ),
    "no_account": (401, Text("Log in to do this.", "ログインが必要です。")),
    "has_account": (409, Text("You are logged in already.", "すでにログインしています。")),
    "program_gone": (
        409,
        Text("This program does not wait for a game any more.", "このプログラムはもう対局を待っていません。"),
    ),
    "no_rematch": (
        409,
        Text(
            "Play the program again from the list of programs, when it waits for a game.",
            "プログラムが対局を待っているとき、プログラム一覧からもう一度対局できます。",
        ),
    ),
    "name_taken": (
        409,
        Text(
            "This name is taken, or looks like the name of another account.",
            "この名前はすでに使われているか、ほかのアカウントの名前と紛らわしいため使えません。",
        ),
    ),
    "not_moderator": (403, Text("Only moderators can do this.", "モデレーターだけが操作できます。")),
    "not_admin": (403, Text("Only administrators can do this.", "管理者だけが操作できます。")),
    "last_admin": (
        409,
        Text(
            "This is the last administrator: make somebody else an administrator first.",
            "最後の管理者です。先にほかの人を管理者にしてください。",
        ),
    ),
    "yourself": (409, Text("That is you.", "自分自身には使えません。")),
    "not_in_game": (
        409,
        Text(
            "This person took no part in that game: they neither played nor wrote in its chat.",
            "この人はその対局に関わっていません（対局者でも、チャットの発言者でもありません）。",
        ),
    ),
    "too_many": (409, Text("There are too many already.", "これ以上は追加できません。")),
    "no_such_account": (404, Text("There is no account {name}.", "{name}というアカウントはありません。")),
    "bad_login": (
        403,
        Text("The name or the password is wrong.", "名前またはパスワードが正しくありません。"),
    ),
    "bad_link": (
        403,
        Text(
            "This link is not valid any more. Ask for a new one.",
            "このリンクは無効です。もう一度申し込んでください。",
        ),
    ),
    "no_mail": (409, Text("This server sends no e-mail.", "このサーバーはメールを送りません。")),
    "bad_password": (403, Text("The password is wrong.", "パスワードが正しくありません。")),
    "no_passkeys": (
        409,
        Text(
            "Passkeys work at localhost and at a host name with https, not at this address.",
            "パスキーはlocalhostかhttpsのホスト名でだけ使えます。このアドレスでは使えません。",
        ),
    ),
    "bad_passkey": (
        403,
        Text(
            "This passkey is not valid here, or its answer came too late. Try again.",
            "このパスキーは使えないか、応答が遅すぎました。もう一度お試しください。",
        ),
    ),
    "banned": (
        403,
        Text("This account has been closed by a moderator.", "このアカウントは利用を停止されています。"),
    ),
    "muted": (
        403,
        Text(
            "A moderator has muted this account for a time.",
            "このアカウントの発言は、モデレーターによりしばらく止められています。",
        ),
    ),
    "barred": (
        403,
        Text(
            "A moderator has barred this account from games with others for a time.",
            "このアカウントの対人対局は、モデレーターによりしばらく止められています。",
        ),
    ),
    "phrases_only": (
        403,
        Text(
            "Free text comes with an account’s tenth finished game against a person; until then there are "
            "set phrases.",
            "自由に発言できるのは、アカウントで対人対局を10局終えてからです。それまでは定型文をお使いください。",
        ),
    ),
    "not_yours": (
        403,
        Text(
            "You are a spectator; only the players of this game can do this.",
            "観戦中です。操作できるのは対局者だけです。",
        ),
    ),
    "session_ended": (
        403,
        Text(
            "Somebody has logged in or out in this browser; the page is connecting again.",
            "このブラウザでログインまたはログアウトがありました。接続し直しています。",
        ),
    ),
    "old_page": (
        409,
        Text(
            "The server has been updated; reload this page.",
            "サーバーが更新されました。ページを再読み込みしてください。",
        ),
    ),
    "slow_down": (
        429,
        Text("Too many requests; wait a moment.", "操作が続きすぎています。少し待ってからお試しください。"),
    ),
    "too_many_sockets": (
        429,
        Text("Too many pages are open on this server from here.", "同時に開ける接続の数を超えました。"),
    ),
    "too_many_subscriptions": (
        429,
        Text("This page has too many subscriptions.", "このページの購読数が上限を超えました。"),
    ),
    # The state of the game does not allow this now.
    **{code: (409, text) for code, text in COMMAND_ERRORS.items()},
    "stale": (409, Text("The game has changed since you sent this.", "局面がすでに進んでいます。")),
    "names_missing": (
        409,
        Text(
            "The openings and castles of this database are not recognized yet.",
            "このデータベースの戦型と囲いはまだ認識されていません。",
        ),
    ),
    "database_unavailable": (
        503,
        Text(
            "This game database cannot be read; the server's log has the reason.",
            "この棋譜データベースは読めません。理由はサーバーのログにあります。",
        ),
    ),
    "challenge_gone": (
        409,
        Text("This challenge is not open any more.", "この対局の申し込みはもう受け付けていません。"),
    ),
    "own_challenge": (
        409,
        Text(
            "This is your own challenge; send its link to someone.",
            "自分の申し込みです。相手にリンクを送ってください。",
        ),
    ),
    "not_your_challenge": (
        403,
        Text(
            "Only the person who made this challenge can withdraw it.",
            "この申し込みを取り消せるのは、申し込んだ本人だけです。",
        ),
    ),
    "rating_range": (
        403,
        Text(
            "Your rating is outside the range that this challenge asks for.",
            "あなたのレーティングは、この対局の募集範囲に入っていません。",
        ),
    ),
    "not_invited": (
        403,
        Text("This challenge is not an invitation to you.", "あなたへの申し込みではありません。"),
    ),
    "not_here": (409, Text("This person is not in the lobby now.", "この人はいまロビーにいません。")),
    "too_many_challenges": (
        429,
        Text(
            "You have too many open challenges; withdraw one first.",
            "申し込みが多すぎます。どれかを取り消してください。",
        ),
    ),
    **{code: (409, text) for code, text in TREE_ERRORS.items()},
    "cannot_write": (
        403,
        Text("You can read this study, not change it.", "この研究は閲覧だけできます。"),
    ),
    "last_chapter": (
        409,
        Text(
            "A study keeps at least one chapter; delete the study instead.",
            "最後の章は削除できません。研究ごと削除してください。",
        ),
    ),
    "event_refused": (409, Text("{why}.", "{why}。")),
    "other_result": (
        409,
        Text(
            "Another result stands for this game: {why}. Say which one it corrects.",
            "この対局には別の結果が入力されています：{why}。どの結果を訂正するのか指定してください。",
        ),
    ),
    "event_changed": (
        409,
        Text(
            "The event has changed meanwhile. Try again.",
            "大会の状態が変わりました。もう一度お試しください。",
        ),
    ),
    "not_owner": (
        403,
        Text("Only the owner of this event can do this.", "この大会の主催者だけが操作できます。"),
    ),
    "no_entries": (
        403,
        Text(
            "This event takes no entries; its arbiters enter the players.",
            "この大会は参加を受け付けていません。参加者は審判が登録します。",
        ),
    ),
    "not_arbiter": (
        403,
        Text("Only the arbiters of this event can do this.", "この大会の審判だけが操作できます。"),
    ),
    "not_a_move": (400, Text("This is not a move: {why}.", "指し手として読めません：{why}")),
    "run_over": (409, Text("The timed run is over.", "タイムアタックは終わりました。")),
    # The server failed.
    "not_saved": (
        503,
        Text(
            "Could not save. Nothing was changed. Try again.",
            "保存できなかったため、取り消しました。もう一度お試しください。",
        ),
    ),
    "disk_full": (
        507,
        Text(
            "Could not save: the server's disk is full. Nothing was changed.",
            "サーバーのディスクに空きがないため、保存できませんでした。変更は取り消されました。",
        ),
    ),
    "restarting": (
        503,
        Text(
            "This part of the server is starting again. Please try once more in a moment.",
            "サーバーのこの部分を再起動しています。しばらくしてからもう一度お試しください。",
        ),
    ),
    "internal": (
        500,
        Text("Something went wrong in the server; it was logged.", "サーバー内部でエラーが起きました。"),
    ),
}
"""The HTTP status and the text of each error code."""


class ApiError(Refusal):
    """A request or command that the server refuses; nothing has changed.

    ``code`` is a key of API_ERRORS, ``field`` the invalid field of the request.
    """

    texts: ClassVar[Mapping[str, Text]] = {code: text for code, (_, text) in API_ERRORS.items()}

    def __init__(self, code: str, field: str | None = None, **values: Any) -> None:
        super().__init__(code, **values)
        self.field = field

    @classmethod
    def of(cls, refusal: Refusal) -> ApiError:
        """The same refusal of a game's command, or of a shared tree's operation."""
        return cls(refusal.code, **refusal.values)

    @property
    def status(self) -> int:
        """The HTTP status."""
        return API_ERRORS[self.code][0]


class BackupError(KomadaiError):
    """A backup cannot be made or restored.

    Its code is a key of ``komadai.message_texts.backups.BACKUPS``.
    """

    exit_status = 1


class BackupRefusedError(BackupError):
    """A backup or a database would be replaced that must not be."""

    exit_status = 2


class StartError(KomadaiError):
    """The server cannot start; ``message`` is shown in the terminal.

    Its code is a key of ``komadai.message_texts.server.SERVER``.
    """

    exit_status = 1


class SettingsError(StartError):
    """The server cannot start with these settings: a value is wrong, or two contradict each other."""

    exit_status = 2
