"""The mails that the server writes, in both languages. They are plain text."""

from __future__ import annotations

from typing import Final, NamedTuple

from komadai.messages.text import Text


class MailText(NamedTuple):
    """A mail with places for values in braces."""

    subject: Text
    body: Text

    def written(self, language: str, **values: str) -> tuple[str, str]:
        """Subject and body in the language ``en`` or ``ja``."""
        subject, body = (
            (self.subject.ja, self.body.ja) if language == "ja" else (self.subject.en, self.body.en)
        )
        subject = subject.format(**{name: " ".join(value.split()) for name, value in values.items()})
        return subject, body.format(**values)


CONFIRM: Final = MailText(
    Text("Komadai: confirm your e-mail address", "【駒台】メールアドレスの確認"),
    Text(
        "Hello {name},\n\nopen this link to confirm that this is your address:\n\n{link}\n\n"
        "It is valid for a day. If you did not ask for this, you need not do anything.\n",
        "{name} 様\n\n次のリンクを開くと、メールアドレスの登録が完了します。\n\n{link}\n\n"
        "リンクの有効期間は1日です。心当たりがなければ、このメールは無視してください。\n",
    ),
)
CHANGED: Final = MailText(
    Text("Komadai: a new e-mail address", "【駒台】メールアドレスの変更"),
    Text(
        "Hello {name},\n\na new e-mail address was entered for your account."
        " It replaces this one when it has been confirmed.\n"
        "If that was not you, change your password:\n\n{link}\n",
        "{name} 様\n\nアカウントに新しいメールアドレスが登録されようとしています。"
        "確認が済むと、このアドレスと置き換わります。\n"
        "心当たりがなければ、パスワードを変更してください。\n\n{link}\n",
    ),
)
RESET: Final = MailText(
    Text("Komadai: a new password", "【駒台】パスワードの再設定"),
    Text(
        "Hello {name},\n\nopen this link to choose a new password:\n\n{link}\n\n"
        "It is valid for an hour and can be used once. If you did not ask for this, you need not do anything:"
        " your password stays as it is.\n",
        "{name} 様\n\n次のリンクから新しいパスワードを設定できます。\n\n{link}\n\n"
        "リンクは1時間以内に一度だけ使えます。心当たりがなければ、このメールは無視してください。パスワードは変わりません。\n",
    ),
)
PASSWORD_CHANGED: Final = MailText(
    Text("Komadai: your password was changed", "【駒台】パスワードが変更されました"),
    Text(
        "Hello {name},\n\nthe password of your account was changed, and all its sessions have ended.\n"
        "If that was not you, choose a new one:\n\n{link}\n",
        "{name} 様\n\nアカウントのパスワードが変更され、ほかのログインはすべて終了しました。\n"
        "心当たりがなければ、次のリンクからパスワードを設定し直してください。\n\n{link}\n",
    ),
)
PASSKEYS_CHANGED: Final = MailText(
    Text("Komadai: your passkeys were changed", "【駒台】パスキーが変更されました"),
    Text(
        "Hello {name},\n\na passkey was added to your account or removed from it.\n"
        "If that was not you, change your password, and remove the passkeys that you do not know:\n"
        "\n{link}\n",
        "{name} 様\n\nアカウントのパスキーが追加または削除されました。\n"
        "心当たりがなければ、パスワードを変更し、覚えのないパスキーを削除してください。\n\n{link}\n",
    ),
)
YOUR_TURN: Final = MailText(
    Text("Komadai: your turn against {opponent}", "【駒台】{opponent} さんとの対局：あなたの手番です"),
    Text(
        "Hello {name},\n\nit is your turn in the correspondence game against {opponent} (move {move}).\n"
        "{left}\n\n{link}\n\nNo more mails about games: {unsubscribe}\n",
        "{name} 様\n\n{opponent} さんとの通信対局はあなたの手番です（{move}手目）。\n"
        "{left}\n\n{link}\n\n対局のお知らせを止める：{unsubscribe}\n",
    ),
)
CHALLENGED: Final = MailText(
    Text("Komadai: {opponent} challenges you", "【駒台】{opponent} さんからの挑戦"),
    Text(
        "Hello {name},\n\n{opponent} challenges you on the ladder {event}.\n"
        "Answer by {until} (UTC); a challenge without an answer is won without play.\n\n{link}\n\n"
        "No more mails about games: {unsubscribe}\n",
        "{name} 様\n\n{event}で{opponent} さんから挑戦がありました。\n"
        "{until}（UTC）までにお答えください。返事がなければ相手の不戦勝になります。\n\n{link}\n\n"
        "対局のお知らせを止める：{unsubscribe}\n",
    ),
)
REPORT: Final = MailText(
    Text("Komadai: the report of {event}, {day}", "【駒台】{event}の報告（{day}）"),
    Text(
        "Hello {name},\n\nthe report of the league {event} for {day} is out: strengths, their changes and "
        "the games since the last one.\n\n{link}\n\nNo more mails about games: {unsubscribe}\n",
        "{name} 様\n\n{event}の{day}の報告ができました。"
        "棋力の順位とその変化、前回からの対局の成績が載っています。\n\n{link}\n\n対局のお知らせを止める：{unsubscribe}\n",
    ),
)
GAME_OVER: Final = MailText(
    Text("Komadai: the game against {opponent} is over", "【駒台】{opponent} さんとの対局が終わりました"),
    Text(
        "Hello {name},\n\nthe correspondence game against {opponent} is over: {result}\n\n{link}\n\n"
        "No more mails about games: {unsubscribe}\n",
        "{name} 様\n\n{opponent} さんとの通信対局が終わりました：{result}\n\n{link}\n\n"
        "対局のお知らせを止める：{unsubscribe}\n",
    ),
)
LEFT: Final = Text("You have {days} days and {hours} hours left.", "残り時間は{days}日{hours}時間です。")
