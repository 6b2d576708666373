"""Why ``komadai bridge`` cannot offer an engine."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

BRIDGE: Final = {
    "bridge-address": (
        "expected the address of a server, such as https://shogi.example.org, got {address}",
        "https://shogi.example.org のようなサーバーのアドレスを指定してください（入力：{address}）",
    ),
    "bridge-unreachable": ("{server} cannot be reached: {reason}", "{server} に接続できません：{reason}"),
    "bridge-no-listener": ("no server listens there", "サーバーが動いていません"),
    "bridge-no-host": ("there is no such host", "そのようなホストはありません"),
    "bridge-slow": ("no answer in time", "時間内に応答がありません"),
    "bridge-lost": ("the connection to {server} was lost", "{server} との接続が切れました"),
    "bridge-token": (
        "{server} does not take this token; make one on the account page there",
        "{server} でこのトークンは使えません。アカウントのページで作成してください",
    ),
    "bridge-scope": (
        "this token does not allow to offer an engine; make another one on the account page",
        "このトークンではエンジンを提供できません。アカウントのページで別のトークンを作成してください",
    ),
    "bridge-token-ended": (
        "the token was ended on the account page",
        "トークンがアカウントのページで無効にされました",
    ),
    "bridge-replaced": (
        "another bridge has connected as {name}; choose another --name for this one",
        "別のブリッジが同じ名前（{name}）で接続しました。--name で別の名前を指定してください",
    ),
    "bridge-no-server": (
        "{server} is no Komadai server, or an old one",
        "{server} は Komadai のサーバーでないか、古い版です",
    ),
    "bridge-refused": ("{server} refuses the engine: {reason}", "{server} に拒否されました：{reason}"),
}
