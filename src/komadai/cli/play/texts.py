"""The texts of ``komadai play`` in English and Japanese."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from komadai.cli.shared.language import Language


def text_for(key: str, language: Language, **values: object) -> str:
    """The text with this key, with its values filled in."""
    return TEXTS[key][language is Language.JA].format_map(values)


TEXTS: Final[Mapping[str, tuple[str, str]]] = {
    "welcome": (
        "Shogi against Komadai, {level}. Type a move, or help.",
        "Komadai（{level}）と対局します。指し手か help を入力してください。",
    ),
    "welcome_engine": (
        "Shogi against {name}. Type a move, or help.",
        "{name} と対局します。指し手か help を入力してください。",
    ),
    "ask_level": (
        "How strong should your opponent be? 1 (just learnt the moves) to 15 (1 dan) [1]: ",
        "相手の強さは？ 1（覚えたて）〜15（初段） [1]：",
    ),
    "not_a_level": ("A number from 1 to 15, please.", "1から15の数字を入力してください。"),
    "black": ("You are Black (sente).", "あなたは先手です。"),
    "white": ("You are White (gote).", "あなたは後手です。"),
    "shitate": ("You are Black (shitate) and receive the handicap.", "あなたは下手です。"),
    "uwate": ("You are White (uwate), give the handicap and move first.", "あなたは上手です。先に指します。"),
    "furigoma": ("Furigoma: {pawns}", "振り駒：{pawns}"),
    "pawn_on_side": (
        "A pawn on its side (立) does not count.",
        "立った駒は数えません。",
    ),
    "tie": ("A tie: the pawns are tossed again.", "同数なので振り直します。"),
    "begin": ("お願いします (onegai shimasu) – have a good game.", "お願いします。"),
    "prompt": ("{mark} Your move{clock}: ", "{mark} 指し手{clock}："),
    "thinking": ("{name} is thinking …", "{name} が考えています…"),
    "played": ("{number}. {move}  ({seconds:.1f} s)", "{number}手目 {move}（{seconds:.1f}秒）"),
    "check": ("Check!", "王手！"),
    "hand": ("in hand", "持駒"),
    "empty_hand": ("nothing", "なし"),
    "you": ("you", "あなた"),
    "cannot": ("{why}", "{why}"),
    "undone": ("Taken back.", "待ったをしました。"),
    "really_resign": ("Resign? Type resign once more.", "投了しますか。もう一度 resign と入力してください。"),
    "really_declare": (
        "A declaration now would lose. Type declare once more to declare all the same.",
        "いま宣言すると負けになります。それでも宣言するなら、もう一度 declare と入力してください。",
    ),
    "interrupted": ("The game was interrupted.", "対局を中断しました。"),
    "fresh_engine": (
        "The engine failed ({why}) and is restarted.",
        "エンジンが停止しました（{why}）。再起動して続けます。",
    ),
    "over": ("{result}", "{result}"),
    "thanks": (
        "ありがとうございました (arigatō gozaimashita) – thank you for the game.",
        "ありがとうございました。",
    ),
    "position": ("Final position: {sfen}", "終局図：{sfen}"),
    "no_such_square": (
        "No piece of yours stands on {square}, or it cannot move.",
        "{square} にあなたの動かせる駒はありません。",
    ),
    "no_moves": ("No move has been played yet.", "まだ指し手がありません。"),
    "help": (
        """\
A move in any notation:
  7g7f      from 7g to 7f (file 1–9 from the right, rank a–i from the top)
  P-7f  P-76  76fu  7六歩    the same pawn move as people write it
  8h2b+     with promotion (Bx2b+ too); 8h2b without
  P*5e      drop a pawn from your hand on 5e (P'5e too)
And these words:
  where 7g  where the piece on 7g may go; where P: where a pawn may be dropped
  moves     the game so far            board    draw the board again
  flip      turn the board round       letters  pieces as letters or as kanji
  undo      take back your last move
  declare   declare the impasse        resign   give up
  quit      leave without a result     help     this""",
        """\
指し手はどの書き方でも読めます：
  76歩  7六歩  76fu  7g7f  P-7f
  22角成  8h2b+（成り）  8h2b（不成）
  55歩打  P*5e（持駒を打つ）
そのほかの言葉：
  where 7g  7七の駒が動けるマス　where P  歩を打てるマス
  moves     ここまでの指し手　　　board    盤を描き直す
  flip      盤を反転　　　　　　　letters  駒を英字または漢字で表示
  undo      待った
  declare   入玉宣言　　　　　　　resign   投了
  quit      中断して終わる　　　　help     この説明""",
    ),
}
