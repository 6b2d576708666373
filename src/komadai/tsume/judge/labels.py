"""The judge's terms in English and Japanese."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from komadai.tsume.judge.report_types import AttackKind, DefenceKind, FindingKind, Verdict, Weight

VERDICTS: Final[dict[Verdict, tuple[str, str]]] = {
    "full": ("Full work", "完全作"),
    "deficient": ("Deficient work", "不完全作"),
    "unproved": ("Nothing found against it, but not proved", "未確定"),
}

UNSETTLED: Final = ("Not settled, for other lines may be the main one", "未確定（作意が確定していない）")
"""Used if faults were found but the line may not be the main line."""

WEIGHTS: Final[dict[Weight, tuple[str, str]]] = {
    "fault": ("Fault", "欠陥"),
    "blemish": ("Blemish", "キズ"),
    "note": ("Note", "注"),
}

FINDINGS: Final[dict[FindingKind, tuple[str, str]]] = {
    "illegal": ("position against the rules", "あり得ない局面"),
    "no-mate": ("no mate", "不詰"),
    "cook": ("cook", "余詰"),
    "early": ("quicker mate", "早詰"),
    "move-order": ("another order of moves", "手順前後"),
    "leftover": ("pieces left over", "駒余り"),
    "longer-defence": ("longer defence than intended", "変化長手数"),
    "long-variation": (
        "longer defence, with a piece left over, as old problems were allowed",
        "変化長手数（二手長駒余り、旧作では許容）",
    ),
    "equal-variation": ("another defence of full length", "変化同手数"),
    "equal-at-end": ("another defence of full length, just before the end", "変化同手数（最終二手前、不問）"),
    "interposed-piece": ("any of several pieces interposed", "合駒非限定"),
    "last-move": ("another mate at the last move", "最終手余詰"),
    "promotion": ("promotion or not", "成不成非限定"),
    "drop-square": ("square of the drop", "打場所非限定"),
    "other-route": ("another way to the same position", "着手非限定"),
    "detour": ("detour", "迂回手順"),
    "side-line-cook": ("other mates inside variations", "変化余詰"),
    "old-custom": (
        "by old custom the other mates are excused: the line meant is two plies shorter, with this defence,"
        " and the longer one leaves pieces over",
        "旧作の慣習では許容：二手短い次の手順を作意とみれば、余詰は二手長駒余りの変長の中",
    ),
    "unused": ("in hand, never used", "使わない持駒"),
    "missing-pieces": ("pieces that nobody has", "盤上にも持駒にもない駒"),
    "restoring": ("restoring interpositions", "復元型無駄合"),
}

ATTACKS: Final[dict[AttackKind, tuple[str, str]]] = {
    "wrong": ("Wrong", "紛れ"),
    "cook": ("Cook", "余詰"),
    "early": ("Quicker", "早詰"),
    "move-order": ("Other order", "手順前後"),
    "last-move": ("Last move", "最終手余詰"),
    "promotion": ("No difference", "成不成非限定"),
    "drop-square": ("No difference", "打場所非限定"),
    "other-route": ("Other way", "着手非限定"),
    "detour": ("Detour", "迂回手順"),
    "unproved": ("Not settled", "未解決"),
}

DEFENCES: Final[dict[DefenceKind, tuple[str, str]]] = {
    "shorter": ("Variation", "変化"),
    "equal": ("Equal", "変同"),
    "equal-leftover": ("Variation", "変化"),
    "longer": ("Longer", "変長"),
    "futile": ("Futile", "無駄合"),
    "no-mate": ("Escape", "不詰"),
    "unproved": ("Not settled", "未解決"),
}

REASONS: Final[dict[str, tuple[str, str]]] = {
    "": ("", ""),
    "time": ("the time was up", "時間切れ"),
    "nodes": ("the nodes were used up", "探索局面数の上限"),
    "memory": ("the memory was too small", "メモリ不足"),
    "stopped": ("it was stopped", "中止"),
    "comparison": (
        "which of two defences is longer could not be determined",
        "どの応手が最長か判定できず",
    ),
}

RESTORING: Final[dict[str, tuple[str, str]]] = {
    "futile": ("mate in {plies} if they are futile", "無駄とみれば{plies}手"),
    "counts": ("mate in {plies} if they count", "有効とみれば{plies}手"),
    "undetermined": (
        "the length if they are judged the other way is not determined",
        "他方の規則での手数は未確定",
    ),
}
"""The length by the other rule of restoring interpositions."""
