"""Why a variant cannot be solved (:mod:`komadai.variants.solve`)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

SOLVE: Final = {
    # Rules that the solver does not know
    "solve-lion-rule": (
        "the solver does not know the rules for lions",
        "獅子に関する特別な規則は解析できません",
    ),
    "solve-bare-king": (
        "the solver does not know the rule of the bare king",
        "裸玉の規則は解析できません",
    ),
    "solve-check-wins": (
        "the solver does not know the rule that a check wins",
        "王手をかけると勝ちになる規則は解析できません",
    ),
    "solve-repetition": (
        "a repetition is no draw here, so the value of a position depends on the moves before",
        "千日手が引き分けではないため、局面の値がそれまでの手順によって変わります",
    ),
    "solve-perpetual-check": (
        "perpetual check loses here, so the value of a position depends on the moves before",
        "連続王手の千日手が負けになるため、局面の値がそれまでの手順によって変わります",
    ),
    "solve-royals": (
        "the solver needs one royal piece a side, which does not promote",
        "解析できるのは、成らない玉（取られると負ける駒）が両者に一つずつある場合だけです",
    ),
    "solve-paths": (
        "the solver does not know moves that turn, jump or capture on the way ({pieces})",
        "途中で曲がる、跳び越す、途中の駒を取る動きは解析できません（{pieces}）",
    ),
    "solve-burns": (
        "the solver does not know pieces that burn others ({pieces})",
        "周りの駒を焼く駒は解析できません（{pieces}）",
    ),
    "solve-contagious": (
        "the solver does not know pieces that change their captor ({pieces})",
        "取った駒の種類を変える駒は解析できません（{pieces}）",
    ),
    "solve-drop-mate": (
        "the solver does not know the rule that a drop must not mate ({pieces})",
        "駒を打って詰ませてはいけない規則は解析できません（{pieces}）",
    ),
    "solve-faces": (
        "the solver knows only pieces of one or two faces that are the same piece in a hand ({pieces})",
        "解析できるのは、面が二つまでで持駒として同じになる駒だけです（{pieces}）",
    ),
    # Size
    "solve-many-kinds": (
        "the solver works with at most 8 kinds of pieces, and 40 pieces of a kind",
        "解析できるのは駒が8種類まで、1種類40枚までです",
    ),
    "solve-squares": (
        "the board has {squares} squares; the solver works with at most {most}",
        "盤が{squares}マスあります（解析できるのは{most}マスまでです）",
    ),
    "solve-memory": (
        "the pieces can be arranged in {count} ways, which needs {needed} of memory; {memory} may be used",
        "駒の配置が{count}通りあり、{needed}のメモリが必要です（使えるのは{memory}まで）",
    ),
    "solve-too-many": (
        "there are {count} positions, more than the solver can number",
        "局面が{count}あり、番号を付けられる数を超えています",
    ),
    "solve-too-long": (
        "a position is decided in more than 254 plies, the most that a table can hold",
        "勝敗が決まるまで254手を超える局面があり、表に収まりません",
    ),
    # Files and processes
    "solve-decided": (
        "the setup is decided at once, so there is nothing to solve",
        "開始局面ですでに勝敗が決まっているため、解析するものがありません",
    ),
    "solve-running": (
        "another process is solving this variant (lock file {path})",
        "別のプロセスがこの変則将棋を解析しています（ロックファイル：{path}）",
    ),
    "solve-table-damaged": (
        "no table of a solved variant, or a damaged one",
        "解析表ではないか、壊れています",
    ),
    "solve-table-of-other-rules": (
        "the table is of other rules; delete it and solve the variant again",
        "別の規則の解析表です。削除してから解析し直してください",
    ),
}
