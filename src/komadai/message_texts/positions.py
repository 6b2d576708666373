"""Positions: SFEN and the other position texts, diagrams, lists of pieces."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

POSITIONS: Final = {
    # What the SFEN reader and Board.problems() report. cpp/rules/sfen.cpp has the codes.
    "sfen-empty": (
        "the text is empty; expected 'startpos' or an SFEN",
        "何も書かれていません（盤面・手番・持駒・手数が必要です）",
    ),
    "sfen-two-numbers": ("two numbers in a row", "数字が続いています"),
    "sfen-squares": ("has {count} squares; expected 9", "マスが{count}個しかありません（9個必要です）"),
    "sfen-too-many-squares": ("has more than 9 squares", "マスが9個を超えています"),
    "sfen-ranks": ("has {count} ranks; expected 9", "段が{count}段しかありません（9段必要です）"),
    "sfen-too-many-ranks": ("has more than 9 ranks", "段が9段を超えています"),
    "sfen-ends-after-plus": (
        "ends after '+'; expected a piece letter",
        "「+」の後に駒の文字がありません",
    ),
    "sfen-not-a-piece": (
        "'{character}' is not a piece; expected one of {upper} or {lower}",
        "「{character}」は駒の文字ではありません（{upper}か{lower}のどれかを書きます）",
    ),
    "sfen-byte-not-a-piece": (
        "byte {byte} is not a piece; expected one of {upper} or {lower}",
        "駒の文字ではないバイト{byte}があります（{upper}か{lower}のどれかを書きます）",
    ),
    "sfen-no-promotion": ("a promoted {piece} does not exist", "成った{piece}はありません"),
    "sfen-missing": ("is missing", "ありません"),
    "sfen-turn": ("expected 'b' or 'w'", "b（先手）かw（後手）を書きます"),
    "sfen-after-no-hands": ("expected nothing after '-'", "「-」の後に余分な文字があります"),
    "sfen-count-zero": ("a count may not begin with 0", "枚数を0で始めることはできません"),
    "sfen-count-too-large": (
        "a count is above 18, the number of pawns in a set",
        "枚数が18（歩の総数）を超えています",
    ),
    "sfen-count-alone": ("a count without a piece", "枚数の後に駒の文字がありません"),
    "sfen-king-in-hand": ("a king can't be in hand", "玉を持駒にすることはできません"),
    "sfen-hand-above-set": (
        "{count} {piece}s in hand; a set has {limit}",
        "持駒の{piece}が{count}枚あります（全部で{limit}枚です）",
    ),
    "sfen-above-set": (
        "{count} {piece}s in all; a set has {limit}",
        "{piece}が合わせて{count}枚あります（全部で{limit}枚です）",
    ),
    "sfen-above-limit": (
        "more than {limit} {piece}s on the board and in hand",
        "{piece}が盤上と持駒を合わせて{limit}枚を超えています",
    ),
    "sfen-twice": ("{character} appears twice", "「{character}」が二度書かれています"),
    "sfen-move-number-too-large": ("is above {limit}", "{limit}を超えています"),
    "sfen-move-number": (
        "'{character}' found; expected a number and nothing after it",
        "「{character}」があります（数字だけを書きます）",
    ),
    "sfen-byte-in-move-number": (
        "byte {byte} found; expected a number and nothing after it",
        "余分なバイト{byte}があります（数字だけを書きます）",
    ),
    "sfen-kings": ("{side} has {count} kings on {squares}", "{side}の玉が{count}枚あります（{squares}）"),
    "sfen-immobile": (
        "{side}'s {piece} on {squares} could never move",
        "{side}の{squares}の{piece}は行き所がありません",
    ),
    "sfen-two-pawns": (
        "{side} has two pawns on file {file} (nifu)",
        "{side}の歩が{file}筋に二枚あります（二歩）",
    ),
    "sfen-in-check": (
        "{side}'s king on {squares} is in check but it is {turn}'s turn",
        "{side}の{squares}の玉に王手がかかっていますが、手番は{turn}です",
    ),
    # Other forms of a position: cpp/rules/position_text.cpp
    "position-lines": (
        "has several lines; a position is one line"
        " (of a board: board.sfen(); records: komadai.kifu.read, diagrams: komadai.notation.bod)",
        "複数行あります（局面は一行です。盤からはboard.sfen()で得られます。"
        "棋譜はkomadai.kifu.read、局面図はkomadai.notation.bodで読めます）",
    ),
    "position-quotes": ("remove the quotes", "引用符を取り除いてください"),
    "position-link": ("the link holds no SFEN", "リンクにSFENがありません"),
    "position-start": ("expected 'startpos' or an SFEN", "startposかSFENが必要です"),
    "position-start-got": (
        "expected 'startpos' or an SFEN, got '{word}'",
        "startposかSFENが必要です（「{word}」がありました）",
    ),
    "position-after-sfen": ("expected an SFEN after 'sfen'", "「sfen」の後にSFENが必要です"),
    "position-before-moves": (
        "write 'startpos' or an SFEN before 'moves'",
        "「moves」の前にstartposかSFENを書きます",
    ),
    "position-moves-missing": ("write 'moves' before '{word}'", "「{word}」の前に「moves」を書きます"),
    "position-extra-before": (
        "remove '{word}' before the board",
        "盤面の前の「{word}」を取り除いてください",
    ),
    "position-extra-after": (
        "remove '{word}'; only 'moves' and moves may follow the position",
        "「{word}」を取り除いてください（局面の後は「moves」と指し手だけです）",
    ),
    "position-no-move": (
        "move {number}: '{word}' is no move; expected one such as 7g7f, 8h2b+ or P*5e",
        "{number}手目の「{word}」は指し手ではありません（例：7g7f、8h2b+、P*5e）",
    ),
    "position-illegal-move": (
        "move {number}: {word} is illegal: {infraction}",
        "{number}手目の{word}は指せません（{infraction}）",
    ),
    # Where in an SFEN
    "sfen-field": ("{field}: {problem}", "{field}：{problem}"),
    "sfen-field-rank": ("{field}, rank {rank}: {problem}", "{field}の{rank}段目：{problem}"),
    # Diagrams
    "diagram-line": ("expected a line of a board diagram", "局面図の行が必要です"),
    "diagram-too-many-ranks": ("a board has nine ranks", "盤は九段です"),
    "diagram-ranks": (
        "expected a diagram of nine ranks, got {count}",
        "局面図は九段です（{count}段あります）",
    ),
    "diagram-squares": (
        "expected nine squares in a rank, got {count}",
        "一段は九マスです（{count}マスあります）",
    ),
    "diagram-piece": ("expected pieces, got '{word}'", "「{word}」は駒ではありません"),
    "diagram-hand": (
        "expected pieces in hand such as 飛　金二　歩十, got '{word}'",
        "「{word}」は持駒として読めません（「飛　金二　歩十」などと書きます）",
    ),
    "position-against-rules": (
        "a position against the rules ({problem})",
        "規則に反した局面です（{problem}）",
    ),
    # Lists of pieces
    "piece-list-side": (
        "expected Black: or White: before",
        "「Black:」か「White:」を先に書きます",
    ),
    "piece-list-empty": ("expected Black: …, White: …", "「Black: …」「White: …」と書きます"),
    "piece-list-above-set": (
        "there are {count} {piece}s, expected {limit}",
        "{piece}が{count}枚あります（全部で{limit}枚です）",
    ),
    "piece-list-hand": (
        "expected a piece such as R or 2P",
        "持駒（Rや2Pなど）が必要です",
    ),
    "piece-list-item": (
        "expected a piece and its square, such as +B3d",
        "駒とマス（+B3dなど）が必要です",
    ),
    "piece-list-not-in-hand": (
        "expected a piece that can be in hand",
        "持駒にできない駒です",
    ),
    "piece-list-set": ("there are {limit} {piece}s in all", "{piece}は全部で{limit}枚です"),
    "piece-list-square": ("expected a square such as 3d or 34", "マス（3dや34など）が必要です"),
    "piece-list-occupied": ("there are two pieces on {squares}", "{squares}に駒が二枚あります"),
}
