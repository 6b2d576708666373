"""The names under which records give a variant, in place of a handicap."""

from __future__ import annotations

import unicodedata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

OWN: Final = {
    "ごろごろどうぶつしょうぎ": "goro-goro", "ごろごろ将棋": "goro-goro",
    "ごろごろどうぶつしょうぎプラス": "goro-goro-plus",
    "5五将棋": "minishogi", "五五将棋": "minishogi", "五々将棋": "minishogi", "55将棋": "minishogi",
    "ミニ将棋": "minishogi",
    "どうぶつしょうぎ": "dobutsu", "どうぶつ将棋": "dobutsu", "動物将棋": "dobutsu",
    "禽将棋": "tori", "和将棋": "wa", "平安将棋": "heian", "平安大将棋": "heian-dai", "小将棋": "sho",
    "中将棋": "chu", "大将棋": "dai", "天竺大将棋": "tenjiku", "天竺将棋": "tenjiku", "大大将棋": "dai-dai",
    "摩訶大大将棋": "maka-dai-dai", "摩訶大々将棋": "maka-dai-dai", "大々将棋": "dai-dai", "泰将棋": "tai",
    "大局将棋": "taikyoku",
    "京都将棋": "kyoto", "京将棋": "kyoto", "ジャドキンス将棋": "judkins", "ジャドキンズ将棋": "judkins",
    "五分摩訶将棋": "micro",
    "王手将棋": "check-shogi", "ユーロ将棋": "euroshogi", "槍将棋": "yari", "マークルック": "makruk",
    "チャトランガ": "chaturanga", "シャトランジ": "shatranj",
}  # fmt: skip
"""Komadai's variants by the names in records, in NFKC form."""

FOREIGN: Final = frozenset((
    "安南将棋", "安北将棋", "対面将棋", "背面将棋", "はさみ将棋", "ついたて将棋", "衝立将棋", "取る一手将棋",
    "四人将棋", "国際三人将棋", "広将棋", "大砲将棋", "鯨将棋", "量子将棋", "9マス将棋", "九マス将棋",
    "おおきな森のどうぶつしょうぎ",
))  # fmt: skip
"""Names of variants that Komadai does not have, in NFKC form."""


def variant_named(name: str) -> str | None:
    """The variant with this name in a record: "" if Komadai does not have it, None if it is no variant.

    Other names that end in 将棋 are taken for a handicap.
    """
    plain = unicodedata.normalize("NFKC", name).replace(" ", "")
    return OWN.get(plain, "" if plain in FOREIGN else None)
