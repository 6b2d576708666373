"""Finds names that look like a role on this server, in both languages, or like the placeholder of a name."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

from komadai.server.look_alikes import looks_of
from komadai.server.people.visible_text import is_mark

_RESERVED: Final = """
    abuse account accounts admin administrator anonymous api arbiter assets black bot chat computer daemon
    deleted engine event events everyone game games guest help host hostmaster karigome komadai league lobby
    login logout me moderator moderators mod nobody none noreply null official operator organiser organizer
    owner people postmaster program profile rating ratings record records referee register reports root
    security server settings shogi staff study super superuser support system team thinking tournament tsume
    undefined user users variants watcher white you
"""
"""Names of rooms, roles and sides, which nobody may take as their own."""
_SHOWN: Final = """
    管理者 管理人 管理 運営 運営者 運営チーム 公式 公式アカウント 審判 審判員 審判長 立会人
    記録係 計時係 観戦者 お問い合わせ お問い合わせ窓口
    モデレーター モデレータ システム サーバー サーバ サポート スタッフ 事務局 コマンドライン
    ゲスト 退会した人 退会者 削除済み 名無し 匿名 あなた 自分 相手 先手 後手 上手 下手 黒 白
    コンピュータ コンピューター ボット プログラム エンジン
    arbiters bots opponent player recorder spectator spectators timekeeper umpire watchers
"""
"""More words that are no displayed name by themselves."""
_ROLES: Final = """
    admin admins administrator administrators arbiter arbiters mod mods moderator moderators
    gamemaster official officials referee referees staff superadmin sysadmin sysop umpire webmaster
    アドミン アドミニストレーター アドミニストレータ モデレーター モデレータ モデレタ スタッフ
    ウェブマスター ゲームマスター うんえい かんりしゃ かんりにん 鯖管 主審 副審
"""
"""No name has one of these as a word: Komadai staff, スタッフ田中."""
_WITHIN: Final = "運営 管理者 管理人 管理員 審判員 審判長 立会人 事務局 主催者 実行委員"
"""No name has one of these within it: 運営の田中, 田中管理者. They are parts of no other words."""
_ENDS: Final = "admin admins administrator administrators moderator moderators"
"""No word of a name ends so: tanakaadmin. Of the other words for roles ordinary ones are made: Falstaff."""
_LEET: Final = str.maketrans("457", "ast")
"""Digits that are read as letters in a word for a role, besides those that are drawn alike: 4dmin."""
_OFFICE: Final = """
    director helpdesk komadai operator owner root security server support system
    管理 公式 大会 審判 システム サーバー サーバ サポート オペレーター オペレータ セキュリティー セキュリティ
    駒台 コマダイ
"""
_OFFICE_PARTS: Final = """
    account bot chief committee dev developer developers help service team tournament jp org
    アカウント サービス チーム センター メンバー お客様 ユーザー さん
    部 局 室 係 課 員 長 団 委員 委員会 開発 記録係 担当 窓口 本部 事務 代表
"""
"""No name is made of these alone: サーバー管理, Komadai support team."""

_SEPARATORS: Final = re.compile(r"[\W_]+")
_SCRIPTS: Final = re.compile(
    r"(?<=[a-z])(?=[A-Z])"
    r"|(?<=[ぁ-ゟ])(?=[^ぁ-ゟー])|(?<=[^ぁ-ゟ])(?=[ぁ-ゟ])"
    r"|(?<=[ァ-ヿ])(?=[^ァ-ヿ])|(?<=[^ァ-ヿ])(?=[ァ-ヺ])"
    r"|(?<=[A-Za-z])(?=[^\W\dA-Za-z_])|(?<=[^\W\dA-Za-z_])(?=[A-Za-z])"
)
"""The ends of words without a space: StaffTaro, 運営の田中, スタッフ田中."""
_KATAKANA: Final = {code: code + 0x60 for code in range(ord("ぁ"), ord("ゖ") + 1)}


def _role_looks(text: str) -> frozenset[str]:
    """The looks of a text in katakana, where no pair of words for roles is told apart by i and l."""
    return frozenset(look.replace("i", "l") for look in looks_of(text.translate(_KATAKANA)))


@cache  # computed when a name is first checked: it takes longer than the start of most modules
def _all_looks(words: str) -> frozenset[str]:
    return frozenset[str]().union(*map(_role_looks, words.split()))


@cache
def _office_name() -> re.Pattern[str]:
    role = "|".join(sorted(_all_looks(_ROLES + _OFFICE)))
    part = "|".join(sorted(_all_looks(_OFFICE_PARTS)))
    return re.compile(f"(?:{role})(?:{role}|{part})+|(?:{part})+(?:{role})(?:{role}|{part})*")


def has_role_word(name: str) -> bool:
    """Whether a word of the name is one for a role, as in ``Komadai staff`` and スタッフ田中."""
    text = "".join(each for each in unicodedata.normalize("NFKC", name) if not is_mark(each))
    words = {text, *_SEPARATORS.split(text)}
    words |= {word for each in words for word in _SCRIPTS.split(each)}
    looks = frozenset[str]().union(*map(_forms, words))
    return (
        bool(looks & _all_looks(_ROLES))
        or any(look.endswith(tuple(_all_looks(_ENDS))) for look in looks)
        or any(role in look for role in _all_looks(_WITHIN) for look in _role_looks(name))
    )


def is_reserved(name: str) -> bool:
    """Whether a name looks like that of a role, a room or a side, or like several words for an office."""
    return (
        has_role_word(name)
        or bool(_role_looks(name) & _all_looks(_RESERVED))
        or any(_office_name().fullmatch(form) for form in _forms(name))
    )


def is_role(name: str) -> bool:
    """Whether a displayed name is reserved, or looks like what the server shows in place of a name."""
    return (
        is_reserved(name)
        or bool(_role_looks(name) & _all_looks(_SHOWN))
        or bool(_forms(name) & _all_looks("deletedplayer"))
    )


def _forms(name: str) -> frozenset[str]:
    return _role_looks(name) | _role_looks(_without_digits(name)) | _role_looks(name.translate(_LEET))


def _without_digits(text: str) -> str:
    """The text without the numbers at its ends: admin2."""
    return text.strip(" _-0123456789")
