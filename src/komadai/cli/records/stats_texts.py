"""The texts of ``komadai stats`` in English and Japanese."""

from __future__ import annotations

from typing import Final

from komadai import Handicap, Termination
from komadai.cli.shared.language import Language

WORDS: Final[dict[str, tuple[str, str]]] = {
    "title": ("{games} in {files}", "{files}、{games}"),
    "games": ("{:,} games", "{:,}局"),
    "game": ("1 game", "1局"),
    "files": ("{:,} files", "{:,}ファイル"),
    "file": ("1 file", "1ファイル"),
    "interrupted": (
        "Interrupted: these are the games counted so far.",
        "中断しました。ここまでに数えた対局の集計です。",
    ),
    "results": ("Results: games won by", "勝敗"),
    "even": ("Even games", "平手"),
    "other": ("Other positions", "任意局面"),
    "all": ("All", "合計"),
    "count": ("Games", "対局数"),
    "black": ("Black", "先手勝"),
    "white": ("White", "後手勝"),
    "draws": ("Draws", "引き分け"),
    "unfinished": ("None", "なし"),
    "rate": ("Black’s win rate", "先手勝率"),
    "handicap_note": (
        "In handicap games Black is the receiver (shitate).",
        "駒落ちの「先手」は下手のことです。",
    ),
    "rate_note": (
        "Win rates are of games that somebody won; in brackets where the true rate lies (95 %, Wilson).",
        "勝率は勝敗の付いた対局だけの割合、括弧内は95%信頼区間（ウィルソン）です。",
    ),
    "endings": ("How the games ended", "終局の理由"),
    "unknown": ("not said", "記載なし"),
    "share": ("Share", "割合"),
    "openings": ("First moves of even games", "平手の序盤の手"),
    "move": ("Move", "指し手"),
    "fewer": ("{} more", "ほか{}通り"),
    "length": ("Moves in a game", "手数"),
    "legal": ("Legal moves in a position", "一局面の合法手の数"),
    "spread": ("Lengths and choices", "手数と合法手"),
    "mean": ("Mean", "平均"),
    "median": ("Median", "中央値"),
    "half": ("25–75 %", "25–75 %"),
    "most_of_them": ("5–95 %", "5–95 %"),
    "least": ("Least", "最小"),
    "most": ("Most", "最大"),
    "moves": ("{:,} moves", "{:,}手"),
    "one_move": ("1 move", "1手"),
    "kinds": ("{moves}: {parts}", "指し手{moves}のうち {parts}"),
    "captures": ("{} captures", "駒を取る手{}"),
    "drops": ("{} drops", "駒打ち{}"),
    "promotions": ("{} promotions", "成る手{}"),
    "checks": ("{} checks", "王手{}"),
    "times": (
        "Time in {games}: {move:.1f} s a move, {black} for Black and {white} for White a game",
        "消費時間（{games}）：一手平均{move:.1f}秒、一局平均 先手{black}、後手{white}",
    ),
    "longest_thought": ("Longest thought: {time}, move {ply} of {game}", "最長考：{time}、{game}の{ply}手目"),
    "longest": ("Longest: {moves}, {game}", "最長：{moves}、{game}"),
    "shortest": ("Shortest: {moves}, {game}", "最短：{moves}、{game}"),
    "widest": ("Most legal moves: {most}, move {ply} of {game}", "合法手の最多：{most}、{game}の{ply}手目"),
    "nth": ("game {number} in {file}", "{file}の{number}局目"),
    "with_warnings": (
        "{games} with warnings (komadai convert --check tells them)",
        "警告のある棋譜：{games}（komadai convert --check で確認できます）",
    ),
    "with_illegal_moves": ("{games} with an illegal move", "反則手のある棋譜：{games}"),
    "repeated": (
        "{games} with the same moves as another one",
        "ほかの対局と指し手がすべて同じもの：{games}",
    ),
    "win_rate": ("Black’s win rate by first move", "初手と先手勝率"),
    "by_ply": ("Legal moves by move number (mean)", "手数と合法手の数（平均）"),
    "ply": ("moves", "手数"),
    "comma": (", ", "、"),
    "games_axis": ("games", "対局数"),
}
"""Each text in English and Japanese. The words for the sides are those of even games."""


class Words:
    """The texts in one language."""

    def __init__(self, language: Language) -> None:
        self._at = language is Language.JA
        self.key: Final = "ja" if self._at else "en"

    def __call__(self, key: str, *places: object, **values: object) -> str:
        return WORDS[key][self._at].format(*places, **values)

    def games(self, count: int) -> str:
        """``1 game``, ``2,130 games``, ``2,130局``."""
        return self("game") if count == 1 else self("games", count)

    def files(self, count: int) -> str:
        """``1 file``, ``2 files``, ``2ファイル``."""
        return self("file") if count == 1 else self("files", count)

    def moves(self, count: int) -> str:
        """``1 move``, ``123,456 moves``, ``111手``."""
        return self("one_move") if count == 1 else self("moves", count)

    def handicap(self, key: str) -> str:
        """The handicap’s name."""
        return Handicap.named(key).name("ja" if self._at else "en")

    def termination(self, key: str | None) -> str:
        """The ending’s name."""
        return self("unknown") if key is None else Termination(key).text("ja" if self._at else "en")
