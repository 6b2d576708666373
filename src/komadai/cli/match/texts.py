"""The texts of ``komadai match`` in English and Japanese."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from komadai.cli.shared.language import Language, current_language
from komadai.outcome import Termination

_TEXTS: Final[Mapping[str, tuple[str, str]]] = {
    # Headings of a match
    "match": ("Match", "対戦"),
    "limits": ("Limits", "持ち時間"),
    "score": ("Score", "得点"),
    "colours": ("Colours", "先後別"),
    "elo": ("Elo", "Elo差"),
    "pairs": ("Pairs", "組"),
    "sprt": ("SPRT", "SPRT"),
    "endings": ("Endings", "終局"),
    "faults": ("Faults", "違反"),
    "excused": ("Excused", "不問"),
    "lost": ("Lost", "異常停止"),
    # Their values
    "two_limits": ("{first} against {second}", "{first} 対 {second}"),
    "won": ("+{wins} ={draws} -{losses}", "{wins}勝{draws}分{losses}敗"),
    "score_of": ("{points}   ({won} in {games})", "{points}   （{games}：{won}）"),
    "colours_of": (
        "as Black {black}, as White {white}; Black scored {share}",
        "先手番 {black}、後手番 {white}、先手の得点率 {share}",
    ),
    "elo_of": ("{elo} ({low} to {high}) with 95 %", "{elo}（95%信頼区間 {low} 〜 {high}）"),
    "normalized": (
        "normalized {elo} ± {error}, stronger with {superiority}",
        "正規化 {elo} ± {error}、強い確率 {superiority}",
    ),
    "pair_points": ("{counts}   (0, ½, 1, 1½, 2 points)", "{counts}   （0、½、1、1½、2点）"),
    "elo_hypotheses": ("{elo0} or {elo1} Elo", "Elo差 {elo0} か {elo1}"),
    "normalized_hypotheses": ("{elo0} or {elo1} normalized Elo", "正規化Elo差 {elo0} か {elo1}"),
    "ratio": (
        "{hypotheses}: LLR {llr} between {lower} and {upper}: {verdict}",
        "{hypotheses}：対数尤度比 {llr}（{lower} 〜 {upper}）：{verdict}",
    ),
    "rejected": ("at most {elo0}: rejected", "{elo0} 以下（不採択）"),
    "accepted": ("at least {elo1}: accepted", "{elo1} 以上（採択）"),
    "open": ("open", "未決着"),
    "endings_of": ("{endings}; {moves} moves on average", "{endings}、平均{moves}手"),
    "excused_of": (
        "late moves of engines that the machine delayed: {moves}",
        "計算機の都合で遅れた指し手：{moves}",
    ),
    "lost_of": (
        "{count} worker processes; their games were played again",
        "{count}個のワーカープロセス（その対局は指し直し）",
    ),
    "none": ("none", "なし"),
    # Progress
    "progress": ("{games} of {all} games, {running} under way", "{all}局中{games}局、対局中{running}局"),
    "pace": (", {pace}, {left} left", "、{pace}、残り{left}"),
    "a_second": ("{games} games a second", "毎秒{games}局"),
    "a_minute": ("{games} games a minute", "毎分{games}局"),
    # Columns of a rating list
    "engine": ("Engine", "エンジン"),
    "rating": ("Elo", "Elo"),
    "error": ("±", "±"),
    "games": ("Games", "局数"),
    "points": ("Points", "得点"),
    "above_next": ("> next", "次位より上"),
    "anchor": ("anchor", "基準"),
    # Below it
    "unconnected": ("Not everybody has met somebody yet.", "まだ全員が対局していません。"),
    "advantage": (
        "Moving first is worth {elo} ± {error} Elo; {draws} of {games} games were drawn.",
        "先手の有利はElo {elo} ± {error}、{games}局のうち引き分けは{draws}です。",
    ),
    "unbounded": (
        "Someone has won or lost all: half a drawn game was added for each pairing.",
        "全勝か全敗のエンジンがあるため、各組に引き分け半局を加えて計算しました。",
    ),
    # Notes at the start
    "continued": ("{games} played before", "前回までに{games}"),
    "openings_again": (
        "{openings} for {pairs}: they come again, and engines that leave nothing to chance play the same "
        "games again",
        "{pairs}に対して{openings}しかないため、同じ開始局面を繰り返します。乱数を使わないエンジンは"
        "同じ対局を繰り返します",
    ),
}
_FAULTS: Final[Mapping[str, tuple[str, str]]] = {
    "crash": ("crash", "異常終了"),
    "time": ("time", "時間切れ"),
    "illegal": ("illegal", "反則手"),
    "stall": ("stall", "無応答"),
}
_ADJUDICATIONS: Final[Mapping[str, tuple[str, str]]] = {
    "score": ("adjudicated: score", "裁定（評価値）"),
    "mate": ("adjudicated: mate", "裁定（詰み）"),
    "draw": ("adjudicated: draw", "裁定（引き分け）"),
    "impasse": ("adjudicated: impasse", "裁定（入玉）"),
}


def text_for(key: str, **values: object) -> str:
    """The text with this key in the current language, with its values filled in."""
    return _TEXTS[key][_column()].format_map(values)


def faults(kinds: Mapping[str, int]) -> str:
    """``crash 2, time 1``: the number of faults of each kind."""
    return listed(f"{_FAULTS[kind][_column()]} {count}" for kind, count in kinds.items())


def ending(key: str) -> str:
    """How a game ended, by its key in ``Tally.endings``: of a Termination, or ``adjudicated: score``."""
    adjudication = key.removeprefix("adjudicated: ")
    if adjudication != key:
        return _ADJUDICATIONS[adjudication][_column()]
    return key.replace("_", " ") if not _column() else Termination(key).text("ja")


def listed(parts: Iterable[str]) -> str:
    """The parts with commas between them."""
    return (", ", "、")[_column()].join(parts)


def _column() -> bool:
    return current_language() is Language.JA
