"""What the readers of records complain of, and what formats cannot hold, in Japanese.

A complaint is made of what is wrong and of what was made of it ("…; left out"); both have their rows.
What is in no row stays in English.
"""

from __future__ import annotations

import re
from typing import Final

from komadai import sfen_words
from komadai.outcome import Infraction
from komadai.pieces import PieceType

_FATES: Final = {
    "left out": "読み飛ばしました",
    "the line is left out": "この行を読み飛ばしました",
    "the game is left out": "この対局を読み飛ばしました",
    "the rest of the rank is left out": "段の残りを読み飛ばしました",
    "left out, with all behind it": "これ以降を読み飛ばしました",
    "kept as it is": "そのまま残しました",
    "kept": "そのまま残しました",
    "it cannot be played": "盤上で指せない手です",
    "kept as a word": "終局の語として残しました",
    "kept as a comment": "コメントとして残しました",
    "kept as a variation": "変化として残しました",
    "taken as it is": "そのまま使いました",
    "taken without promotion": "不成としました",
    "read as a variation of this move": "この手の変化として読みました",
    "read as the game going on": "本譜の続きとして読みました",
    "read as a promotion": "成る手として読みました",
    "read as that": "その手数として読みました",
    "the rest is counted from here": "以降はこの手から数えました",
    "the ending became a comment": "終局はコメントにしました",
    "the last one counts": "最後のものを使いました",
    "the even game was taken": "平手としました",
    "the usual start was taken": "平手の開始局面としました",
    "the usual start is taken": "平手の開始局面としました",
    "the usual one is taken": "平手の開始局面としました",
    "Black is taken": "先手番としました",
    "the giver's right one (９一) was taken": "上手の右の香（９一）を落としました",
    "the giver's right one (７一) was taken": "上手の右の銀（７一）を落としました",
    "each became U+FFFD": "その文字は�になっています",
    "and counts": "そちらを使いました",
    "this line counts": "この行を使いました",
    "it was moved": "その駒を動かしました",
}
"""What was made of it."""

# The groups of the pattern fill the braces.
_ROWS: Final = tuple(
    (re.compile(pattern, re.S), japanese)
    for pattern, japanese in (
        # nothing there
        (r"no known record format: .*", "対応する棋譜形式ではありません（指し手や見出しが見つかりません）"),
        (r"there is no (?:game|record) in .*", "棋譜が含まれていません"),
        (r"expected a KIF record, got nothing but blank lines", "空行しかありません"),
        # moves
        (r"illegal move \((.*)\)", "反則手（{}）"),
        (r"no such move here.*|expected a legal move, but .*", "この局面では指せない手です"),
        (r"no position: (.*)", "局面として読めません（{}）"),
        (r"could be (.*): .*", "{}のどれか決まりません"),
        (r"expected a move such as (.*)", "指し手（{}など）が必要です"),
        (r"expected the moves(?: of a game)?", "指し手が必要です"),
        (r"expected moves", "指し手が必要です"),
        (r"a move is missing", "指し手が抜けています"),
        (r"expected move (\d+)", "{}手目のはずです"),
        (r"the number goes back", "手数が戻っています"),
        (r"a move after one that could not be played", "指せない手の後の指し手です"),
        (
            r"(?:the moves before|a move before) could not be played",
            "これより前に指せない手があります",
        ),
        (r"no move can follow", "この後に指し手は続けられません"),
        (r"nothing can follow", "この後には続けられません"),
        (r"a move after (.*)", "{}の後に指し手があります"),
        (r"同 without a move before", "直前の手がないのに「同」とあります"),
        (r"expected the square the piece comes from", "移動元のマスが必要です"),
        (r"expected three characters for a move", "指し手は3文字です"),
        (r"expected \+ or =", "＋か＝が必要です"),
        (r"(先手|後手|下手|上手) is to move", "{}の手番です"),
        (r"(Black|White) is to move, expected .*", "{}の手番です"),
        (r"written with the piece it becomes", "成った後の駒の名で書かれています"),
        (r"the piece on this square is a (\w+)", "このマスの駒は{}です"),
        (r"a (\w+) stands there, expected (\w+)", "そこにある駒は{0}です（{1}のはず）"),
        (r"no such piece stands there", "その駒はそこにありません"),
        (r"expected the illegal move", "反則手が必要です"),
        (r"the illegal move cannot be played", "この反則手は盤上で指せません"),
        # variations
        (r"a variation of a move that the game does not have", "本譜にない手の変化です"),
        (r"a variation of no move", "何手目の変化か書かれていません"),
        (r"a variation before any move", "指し手の前に変化の行があります"),
        (r"a variation that only ends", "指し手のない変化です"),
        (r"part of a variation that has no place", "置き場所のない変化の一部です"),
        (r"a variation is not closed", "変化が閉じられていません"),
        (r"a branch without a move", "指し手のない変化です"),
        (r"no such ply in the line before", "前の手順にその手数がありません"),
        (r"the line has (\d+) moves?", "この手順は{}手です"),
        (r"the game has (\d+) moves?, expected (\d+)", "指し手は{}手です（{}手のはず）"),
        (r"expected the main line to begin at 0", "本譜は0手目から始まるはずです"),
        # endings
        (r"the game has ended already", "対局はすでに終わっています"),
        (r"the line has ended", "この手順はすでに終わっています"),
        (r"another ending", "終局が二つあります"),
        (r"an ending that is not (?:known|understood)", "知らない終局です"),
        (r"neither a move nor a known ending", "指し手でも終局の語でもありません"),
        (
            r"the result says something else than the ending, which counts",
            "結果が終局と食い違っています。終局を使いました",
        ),
        (r"the ending above names another winner", "上に書かれた終局と勝者が食い違っています"),
        (r"the ending above says something else", "上に書かれた終局と食い違っています"),
        (r"expected how the game ended", "終局の書き方が分かりません"),
        (r"no ending is expected here", "ここに終局は書けません"),
        (r"nothing is expected behind the ending", "終局の後に余分な記述があります"),
        # times, comments, headers
        (r"expected a time such as (.*)", "消費時間（{}など）が必要です"),
        (r"expected T and seconds", "「T秒数」が必要です"),
        (r"expected a move before its time", "消費時間の前に指し手が必要です"),
        (r"a time without brackets", "消費時間が括弧で囲まれていません"),
        (r"a mark without a move", "記号の前に指し手がありません"),
        (r"expected nothing behind the time", "消費時間の後に余分な記述があります"),
        (r"a comment (?:outside of any|without a) game", "対局のない場所にコメントがあります"),
        (r"this header was there already", "同じ見出しがすでにあります"),
        (r"neither a header nor a move", "見出しでも指し手でもありません"),
        (r"neither a move nor a comment", "指し手でもコメントでもありません"),
        (r"no handicap of this name", "知らない手合割です"),
        (r"programs disagree on the missing lance", "落とす香がソフトにより異なります"),
        (r"programs disagree on the missing silver", "落とす銀がソフトにより異なります"),
        (r"White moves first, but no handicap is named", "後手が初手を指していますが、手合割がありません"),
        # positions
        (r"the start position is against the rules: (.*)", "開始局面が規則に反しています（{}）"),
        (r"a position against the rules \((.*)\)", "規則に反した局面です（{}）"),
        (r"the start position: (.*)", "開始局面を読めません（{}）"),
        (r"the diagram cannot be read", "局面図を読めません"),
        (r"a board has nine ranks", "盤は九段です"),
        (r"expected a diagram of nine ranks, got (\d+)", "局面図は九段です（{}段あります）"),
        (r"expected nine squares in a rank(?:, got (\d+))?", "一段は九マスです"),
        (r"expected pieces, got '(.*)'", "「{}」は駒ではありません"),
        (r"expected pieces in hand such as (.*), got '(.*)'", "「{1}」は持駒として読めません"),
        (r"more than (\d+) of a piece in hand", "持駒が{}枚を超えています"),
        (r"expected a start position", "開始局面が必要です"),
        (r"expected \+ or - \(who moves first\)(?: before the moves)?", "手番（＋か－）が必要です"),
        (r"expected startpos or sfen(?: at the start of a line)?", "startposかsfenが必要です"),
        # the text
        (r"expected a statement of CSA", "CSA形式の文ではありません"),
        (r"expected N\+, N- or \$NAME:", "N+、N-か$見出し: が必要です"),
        (r"a version of CSA that is not known", "知らないCSA形式のバージョンです"),
        (r"spaces before a statement", "文の前に空白があります"),
        (r"expected capital letters", "大文字で書きます"),
        (r"(\d+) places? here (?:is|are) not (\S+) text", "{1}として読めない箇所が{0}か所あります"),
        (r"(\d+) NUL characters? left out", "NUL文字を{}個取り除きました"),
        (r"this is no JSON: (.*)", "JSONとして読めません（{}）"),
        (r"this JSON is nested too deep, .*", "JSONの入れ子が深すぎるか、数が長すぎます"),
        (r'expected a JSON object with "header" and "moves"', "headerとmovesのあるJSONではありません"),
        (r"a part of the link that is not the game", "リンクのこの部分は棋譜ではありません"),
        (r"the variations lie too deep within each other for JKF", "変化の入れ子が深すぎてJKFでは書けません"),
        (r"(?:\S+: )?expected an object", "JSONのオブジェクトが必要です"),
        (r"(?:\S+: )?expected a piece and where it goes", "駒と移動先が必要です"),
        (r"(?:\S+: )?expected relative to be of the letters (.*)", "relativeは{}の文字で書きます"),
        (r"(?:\S+: )?expected where it comes from as x and y", "移動元をxとyで書きます"),
        (r"expected a start, ~ and moves", "開始局面・「~」・指し手の順に書きます"),
        (r"no list of pieces: .*", "駒の一覧として読めません"),
        (r"expected a piece such as .*", "駒（-KYや「 * 」など）が必要です"),
        (r"expected a square and a piece, such as (.*)", "マスと駒（{}など）が必要です"),
        (r"expected a piece and where it is, such as (.*) or (.*)", "駒とその場所（{}、{}など）が必要です"),
        # archives
        (r"more than (\d+) MB unpacked", "展開すると{}MBを超えます"),
        (r"archives within archives within archives .*", "書庫の入れ子が深すぎます"),
        (
            r"a record file (?:of this format )?has (\d+) MB at most, unpacked",
            "棋譜ファイルは展開後{}MBまでです",
        ),
        (r"a line has (\d+) MB at most", "一行は{}MBまでです"),
        (r"zst archives need .*", "このサーバーではzst書庫を開けません"),
        (r"the archive cannot be read: its end is missing", "書庫が途中で終わっています"),
        (r"the archive cannot be read: (.*)", "書庫が壊れていて読めません（{}）"),
        (r"there is no record in it", "棋譜が含まれていません"),
    )
)

_LOSSES: Final = tuple(
    (re.compile(pattern), japanese)
    for pattern, japanese in (
        (r"the start position", "開始局面"),
        (r"the game: .*", "棋譜全体（書いたものを読み直せません）"),
        (r"(\d+) moves?", "指し手（{}手）"),
        (r"(\d+) moves? in variations", "変化の手（{}手）"),
        (r"(\d+) times?", "消費時間（{}か所）"),
        (r"(\d+) clock totals?", "消費時間の累計（{}か所）"),
        (r"(\d+) comments?", "コメント（{}件）"),
        (r"(\d+) bookmarks?", "しおり（{}件）"),
        (r"(\d+) engine analys[ei]s", "エンジンの解析（{}件）"),
        (r"(\d+) endings?", "終局（{}か所）"),
        (r"(\d+) headers?", "見出し（{}件）"),
    )
)

_WORDS: Final = {
    "": "",
    "Black": "先手",
    "White": "後手",
    **{kind.english: kind.japanese for kind in PieceType},
    **{each.text("en"): each.text("ja") for each in Infraction},
}


_SFEN_ERROR: Final = re.compile(
    r"(?:(board|turn|hands|move number|board and hands)(?:, rank (\d+))?: )?(.*)", re.S
)


def in_japanese(message: str) -> str:
    """A deviation's message, or the reason of a RecordError, in Japanese; in English what is in no row."""
    what, _, fate = message.rpartition("; ")
    if fate in _FATES and what:
        return f"{_what(what)}。{_FATES[fate]}"
    what, _, fate = message.rpartition(", ")
    if fate in _FATES and what:
        return f"{_what(what)}。{_FATES[fate]}"
    return _what(message)


def loss_in_japanese(loss: str) -> str:
    """One of the sentences of `komadai.kifu.losses` in Japanese; in English one that is in no row."""
    return _from_row(_LOSSES, loss) or loss


def _what(text: str) -> str:
    return _from_row(_ROWS, text) or _position(text)


def _from_row(rows: tuple[tuple[re.Pattern[str], str], ...], text: str) -> str | None:
    for pattern, japanese in rows:
        if found := pattern.fullmatch(text):
            return japanese.format(*(_word(each or "") for each in found.groups()))
    return None


def _word(text: str) -> str:
    return _WORDS.get(text) or _position(text)


def _position(text: str) -> str:
    """What the SFEN reader says, which knows Japanese itself."""
    found = _SFEN_ERROR.fullmatch(text)
    if found is None:
        return text
    return sfen_words.in_japanese(found[3], found[1], int(found[2]) if found[2] else None)
