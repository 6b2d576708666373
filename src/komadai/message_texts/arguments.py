"""Values given to the library: moves, handicaps, times."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

ARGUMENTS: Final = {
    # InvalidMoveError, raised by the native Move, LegalMoves and Board (cpp/bindings)
    "move-usi-expected": (
        "expected a move such as 7g7f, 8h2b+ or P*5e, got {text!r}",
        "「{text}」は指し手ではありません（例：7g7f、8h2b+、P*5e）",
    ),
    "move-value-unknown": ("no board has the move {value}", "{value}で表される指し手はありません"),
    "move-same-square": ("from_square and to_square must differ", "移動元と移動先が同じです"),
    "move-drop-of": ("a {piece} cannot be dropped", "{piece}は打てない駒です"),
    # UnknownHandicapError
    "handicap-expected": (
        "expected a handicap such as even, lance, bishop, rook, two-piece or four-piece, got {name}",
        "手合割が必要です（平手、香落ち、角落ち、飛車落ち、二枚落ち、四枚落ちなど。{name}でした）",
    ),
    # BookError
    "book-expected": ("expected a book: {formats}", "定跡ファイルではありません（読めるもの：{formats}）"),
    # EngineUsageError
    "engine-unknown": (
        "engine {engine!r}: no such program, and no engine of that name ({names})",
        "エンジン「{engine}」：この名前のプログラムもエンジンもありません（{names}）",
    ),
    # ClockError
    "clock-text-expected": (
        "expected a time control such as 10m+30s×3 or 5m+5s/move, got {text}",
        "持ち時間が必要です（10m+30s×3、5m+5s/moveなど。{text}でした）",
    ),
    "clock-number-expected": (
        "{time_field}: expected a whole number from {lowest} to {highest}, got {value}",
        "{time_field}：{lowest}から{highest}までの整数が必要です（{value}でした）",
    ),
    "clock-moment-expected": (
        "expected a moment in whole milliseconds, got {value}",
        "時刻はミリ秒の整数で渡します（{value}でした）",
    ),
    "clock-no-time": (
        "main_ms and byoyomi_ms are both 0: the first move would have no time",
        "持ち時間も秒読みも0なので、初手を指す時間がありません",
    ),
    "clock-days-alone": (
        "a correspondence game has days for each move and no other time",
        "通信対局の持ち時間は1手の日数だけです",
    ),
    "clock-running-already": ("the clock is already running", "時計はすでに動いています"),
    "clock-paused-already": ("the clock is already paused", "時計はすでに止まっています（中断中）"),
    "clock-paused": ("the clock is paused", "時計は中断中です"),
    "clock-not-paused": ("the clock is not paused", "時計は中断されていません"),
    "clock-not-running": ("the clock is not running", "時計は動いていません"),
    "flag-fallen": ("{side}’s time was up", "{side}の時間切れです"),
}
