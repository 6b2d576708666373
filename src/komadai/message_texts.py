"""The texts of errors and warnings by their code, in English and Japanese.

Braces are filled with the parameters of a :class:`komadai.messages.Message`, the same in both languages.
``{count:move|moves}`` is a number with its noun.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_POSITIONS: Final = {
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
        " (records: komadai.kifu.read, diagrams: komadai.notation.bod)",
        "複数行あります（局面は一行です。棋譜はkomadai.kifu.read、局面図はkomadai.notation.bodで読めます）",
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

_OTHERS: Final = {
    "other": ("{text}", "{text}"),
}
"""The error of a class that has no codes yet: its English text."""

_MOVES: Final = {
    # What komadai.notation reports
    "move-too-long": ("a move has at most {limit} characters", "指し手は{limit}文字までです"),
    "move-unreadable": (
        "expected a move such as 7g7f, P-7f, P-76, 76fu, +7776FU or 7六歩",
        "指し手（7六歩、7g7fなど）が必要です",
    ),
    "move-ambiguous": ("could be {moves}", "指し手が決まりません（{moves}）"),
    "move-illegal": ("illegal move ({infraction})", "反則手（{infraction}）"),
    "move-without-previous": (
        "there is no move before, so 同 (or x alone) names no square",
        "直前の手がないので「同」の場所が決まりません",
    ),
    "move-other-side": (
        "the text says {side}, but {turn} is to move",
        "{side}の手と書かれていますが、{turn}の手番です",
    ),
    "move-no-drop": ("no {piece} can be dropped on {squares}", "{squares}に打てる{piece}はありません"),
    "move-none": (
        "expected a legal move, but no {piece} can go{start} to {squares}{words}{promotion}",
        "{start}{squares}{words}へ{promotion}動ける{piece}はありません",
    ),
    "move-from-square": (" from {squares}", "{squares}から"),
    "move-from-file": (" from file {file}", "{file}筋から"),
    "move-from-rank": (" from rank {letter}", "{letter}の段から"),
    "move-and-promote": (" and promote", "成って"),
    "move-from-empty-square": (
        "there is no piece on the square this move leaves",
        "移動元のマスに駒がありません",
    ),
    "move-nothing": ("nothing to read", "何も書かれていません"),
    "result-line": (
        "expected a result such as ○藤井聡太　●羽生善治",
        "対局結果（「○藤井聡太　●羽生善治」など）が必要です",
    ),
}

_RECORDS: Final = {
    # Moves
    "move-resulting-piece": ("written with the piece it becomes", "成った後の駒の名で書かれています"),
    "move-other-piece": ("the piece on this square is a {piece}", "このマスの駒は{piece}です"),
    "move-piece-expected": (
        "a {piece} stands there, expected {word}",
        "そこにある駒は{piece}です（{word}のはず）",
    ),
    "move-no-such": ("no such move here", "この局面では指せない手です"),
    "move-no-such-because": ("no such move here ({problem})", "この局面では指せない手です（{problem}）"),
    "move-not-usi": (
        "expected a move such as 7g7f, 7g7f+ or P*5e",
        "指し手（7g7f、7g7f+、P*5eなど）が必要です",
    ),
    "move-expected": ("expected a move such as {examples}", "指し手（{examples}など）が必要です"),
    "move-without-previous-square": ("同 without a move before", "直前の手がないのに「同」とあります"),
    "move-without-origin": (
        "expected the square the piece comes from",
        "移動元のマスが必要です",
    ),
    "move-after-unplayable": (
        "a move after one that could not be played",
        "指せない手の後の指し手です",
    ),
    "move-number": ("expected move {number}", "{number}手目のはずです"),
    "move-number-goes-back": ("the number goes back", "手数が戻っています"),
    "move-after-ending": ("a move after {word}", "「{word}」の後に指し手があります"),
    "move-missing": ("a move is missing", "指し手が抜けています"),
    "move-promotion-unclear": ("expected + or =", "＋か＝が必要です"),
    "move-cannot-follow": ("no move can follow", "この後に指し手は続けられません"),
    "nothing-can-follow": ("nothing can follow", "この後には続けられません"),
    "moves-expected": ("expected moves", "指し手が必要です"),
    "side-to-move": ("{turn} is to move", "{turn}の手番です"),
    "side-to-move-sign": ("{turn} is to move, expected {sign}", "{turn}の手番です（{sign}のはず）"),
    "usen-move-length": ("expected three characters for a move", "指し手は3文字です"),
    "usen-move-same-square": ("expected a move to another square", "移動元と移動先が同じです"),
    "usen-move-drop": ("expected a piece that can be dropped", "打てない駒です"),
    "illegal-move-expected": ("expected the illegal move", "反則手が必要です"),
    "illegal-move-unplayable": ("the illegal move cannot be played", "この反則手は盤上で指せません"),
    # Variations
    "variation-before-moves": ("a variation before any move", "指し手の前に変化の行があります"),
    "variation-without-place": (
        "a variation of a move that the game does not have",
        "本譜にない手の変化です",
    ),
    "variation-part-without-place": (
        "part of a variation that has no place",
        "置き場所のない変化の一部です",
    ),
    "variation-replaces-nothing": ("a variation that replaces no move", "どの手の変化でもありません"),
    "variation-only-ends": ("a variation that only ends", "指し手のない変化です"),
    "variation-not-closed": ("a variation is not closed", "変化が閉じられていません"),
    "variation-not-open": ("no variation is open", "変化が始まっていません"),
    "variation-no-move-to-replace": (
        "no move before that this could replace",
        "この変化に置き換わる手がありません",
    ),
    "branch-empty": ("a branch without a move", "指し手のない変化です"),
    "branch-no-such-ply": ("no such ply in the line before", "前の手順にその手数がありません"),
    # Endings
    "line-length": ("the line has {count:move|moves}", "この手順は{count}手です"),
    "game-length": (
        "the game has {count:move|moves}, expected {expected}",
        "指し手は{count}手です（{expected}手のはず）",
    ),
    "game-already-ended": ("the game has ended already", "対局はすでに終わっています"),
    "line-already-ended": ("the line has ended", "この手順はすでに終わっています"),
    "ending-twice": ("another ending", "終局が二つあります"),
    "ending-not-understood": ("an ending that is not understood", "終局の書き方が分かりません"),
    "ending-unknown": ("an ending that is not known", "知らない終局です"),
    "ending-or-move-expected": (
        "neither a move nor a known ending",
        "指し手でも終局の語でもありません",
    ),
    "ending-expected": ("expected how the game ended", "終局の書き方が分かりません"),
    "ending-not-expected": ("no ending is expected here", "ここに終局は書けません"),
    "ending-other-winner": (
        "the ending above names another winner",
        "上に書かれた終局と勝者が食い違っています",
    ),
    "ending-contradicted": ("the ending above says something else", "上に書かれた終局と食い違っています"),
    "result-contradicts-ending": (
        "the result says something else than the ending",
        "結果が終局と食い違っています",
    ),
    # Times, marks, comments
    "time-format": ("expected a time such as {examples}", "消費時間（{examples}など）が必要です"),
    "time-csa": ("expected T and seconds", "「T秒数」が必要です"),
    "time-without-move": ("expected a move before its time", "消費時間の前に指し手が必要です"),
    "time-without-brackets": ("a time without brackets", "消費時間が括弧で囲まれていません"),
    "text-after-time": ("expected nothing behind the time", "消費時間の後に余分な記述があります"),
    "mark-without-move": ("a mark without a move", "記号の前に指し手がありません"),
    "comment-without-game": ("a comment without a game", "対局のない場所にコメントがあります"),
    "comment-without-move": (
        "a comment on a move that the game does not have",
        "棋譜にない手へのコメントです",
    ),
    # Headers and lines
    "header-twice": ("this header was there already", "同じ見出しがすでにあります"),
    "header-or-move-expected": ("neither a header nor a move", "見出しでも指し手でもありません"),
    "header-or-move-missing": ("expected a header or a move", "見出しか指し手が必要です"),
    "move-or-comment-expected": ("neither a move nor a comment", "指し手でもコメントでもありません"),
    "handicap-unknown": ("no handicap of this name", "知らない手合割です"),
    "handicap-missing": (
        "White moves first, but no handicap is named",
        "後手が初手を指していますが、手合割がありません",
    ),
    "handicap-lance": ("programs disagree on the missing lance", "落とす香がソフトにより異なります"),
    "handicap-silver": ("programs disagree on the missing silver", "落とす銀がソフトにより異なります"),
    "filler-lines": (
        "{count:line|lines} of one character",
        "1文字だけの行が{count}行あります",
    ),
    # Start positions
    "start-against-rules": (
        "the start position is against the rules: {problem}",
        "開始局面が規則に反しています（{problem}）",
    ),
    "start-unreadable": ("the start position cannot be read: {problem}", "開始局面を読めません（{problem}）"),
    "diagram-unreadable": ("the diagram cannot be read", "局面図を読めません"),
    "pieces-unreadable": ("no list of pieces: {problem}", "駒の一覧として読めません（{problem}）"),
    "start-expected": ("expected a start position", "開始局面が必要です"),
    "start-or-sfen-expected": ("expected startpos or sfen", "startposかsfenが必要です"),
    # CSA
    "csa-first-side": ("expected + or - (who moves first)", "手番（＋か－）が必要です"),
    "csa-first-side-before-moves": (
        "expected + or - (who moves first) before the moves",
        "指し手の前に手番（＋か－）が必要です",
    ),
    "csa-statement": ("expected a statement of CSA", "CSA形式の文ではありません"),
    "csa-header": ("expected N+, N- or $NAME:", "N+、N-か$見出し: が必要です"),
    "csa-version": ("a version of CSA that is not known", "知らないCSA形式のバージョンです"),
    "csa-spaces": ("spaces before a statement", "文の前に空白があります"),
    "csa-capitals": ("expected capital letters", "大文字で書きます"),
    "csa-position": ("expected PI, P1 to P9, P+ or P-", "PI、P1～P9、P+かP-が必要です"),
    "csa-no-such-piece": ("no such piece stands there", "その駒はそこにありません"),
    "csa-piece": ("expected a piece such as -KY or ' * '", "駒（-KYや「 * 」など）が必要です"),
    "csa-rank": ("expected nine squares in a rank", "一段は九マスです"),
    "csa-piece-and-square": (
        "expected a piece and where it is, such as 55FU or 00FU",
        "駒とその場所（55FU、00FUなど）が必要です",
    ),
    "csa-square-and-piece": (
        "expected a square and a piece, such as 55FU",
        "マスと駒（55FUなど）が必要です",
    ),
    "csa-hand": ("more than {count} of a piece in hand", "持駒が{count}枚を超えています"),
    # USEN and links
    "usen-expected": ("expected a start, ~ and moves", "開始局面・「~」・指し手の順に書きます"),
    "usen-after-ending": (
        "nothing is expected behind the ending",
        "終局の後に余分な記述があります",
    ),
    "usen-section": (
        "expected a ply, moves and an ending",
        "手数・指し手・終局の順に書きます",
    ),
    "link-part": (
        "a part of the link that is not the game",
        "リンクのこの部分は棋譜ではありません",
    ),
    # JKF
    "jkf-at": ("{path}: {problem}", "{path}：{problem}"),
    "jkf-unknown": ("not part of JKF", "JKFにない項目です"),
    "jkf-first-entry": (
        "expected the comments on the start; taken as the first move",
        "最初の要素は開始局面のコメントのはずです。初手として読みました",
    ),
    "jkf-object": ("expected an object", "JSONのオブジェクトが必要です"),
    "jkf-objects": (
        "expected an object, also in the {count:entry|entries} behind it",
        "JSONのオブジェクトが必要です（続く{count}個も）",
    ),
    "jkf-list": ("expected a list", "JSONの配列が必要です"),
    "jkf-moves": ("expected a list of moves", "指し手の配列が必要です"),
    "jkf-text": ("expected a text", "文字列が必要です"),
    "jkf-texts": ("expected texts", "文字列が必要です"),
    "jkf-clock": ("expected h, m and s", "h・m・sが必要です"),
    "jkf-square": ("expected a square", "マスの内容が必要です"),
    "jkf-hand": ("no such pieces in hand", "このような持駒はありません"),
    "jkf-preset": ("no start of this name", "知らない開始局面の名前です"),
    "jkf-initial": (
        "expected a preset, or OTHER with data",
        "presetの名前か、OTHERとdataが必要です",
    ),
    "jkf-piece-and-target": ("expected a piece and where it goes", "駒と移動先が必要です"),
    "jkf-origin": ("expected where it comes from as x and y", "移動元をxとyで書きます"),
    "jkf-relative": (
        "expected relative to be of the letters {letters}",
        "relativeは{letters}の文字で書きます",
    ),
    "jkf-piece-there": ("a {piece} stands there", "そこにある駒は{piece}です"),
    "jkf-no-move-to-replace": (
        "no move here that this could replace",
        "この変化に置き換わる手がありません",
    ),
    # The text itself
    "undecodable": (
        "{count:place here is|places here are} not {encoding} text",
        "{encoding}として読めない箇所が{count}か所あります",
    ),
    "nul-characters": ("{count:NUL character|NUL characters}", "NUL文字が{count}個あります"),
    "not-encodable": ("{encoding} has no such character", "{encoding}にない文字です"),
    # Errors of whole records
    "record-unknown-format": (
        "no known record format: nothing here looks like a move or a header",
        "対応する棋譜形式ではありません（指し手や見出しが見つかりません）",
    ),
    "record-binary": (
        "no game record: expected text, got binary data",
        "棋譜ではありません（テキストではなくバイナリデータです）",
    ),
    "record-binary-kind": (
        "no game record: expected text, got a file of type {kind}",
        "棋譜ではありません（{kind}ファイルです）",
    ),
    "record-is-path": (
        "expected a record, got the name of a file; to read the file, give Path({name})",
        "棋譜ではなくファイル名です（ファイルを読むにはPath({name})を渡します）",
    ),
    "record-source-type": (
        "expected bytes, text, a Path or an open file, got {type}",
        "棋譜はbytes、str、Pathか開いたファイルで渡します（{type}でした）",
    ),
    "record-empty": ("expected a KIF record, got nothing but blank lines", "空行しかありません"),
    "record-no-game": ("there is no game in this record", "棋譜が含まれていません"),
    "record-no-game-expected": (
        "there is no game in this text, expected {examples}",
        "棋譜が含まれていません（{examples}などが必要です）",
    ),
    "record-too-large": (
        "a record file has {limit} MB at most, unpacked",
        "棋譜ファイルは展開後{limit}MBまでです",
    ),
    "record-format-too-large": (
        "a record file of this format has {limit} MB at most, unpacked",
        "この形式の棋譜ファイルは展開後{limit}MBまでです",
    ),
    "record-line-too-long": ("a line has {limit} MB at most", "一行は{limit}MBまでです"),
    "json-invalid": ("this is no JSON: {problem}", "JSONとして読めません（{problem}）"),
    "json-too-deep": (
        "this JSON is nested too deep, or has too long a number",
        "JSONの入れ子が深すぎるか、数が長すぎます",
    ),
    "jkf-record": (
        'expected a JSON object with "header" and "moves"',
        "headerとmovesのあるJSONではありません",
    ),
    # Archives
    "archive-damaged": ("the archive cannot be read: {problem}", "書庫が壊れていて読めません（{problem}）"),
    "archive-cut-off": ("the archive cannot be read: its end is missing", "書庫が途中で終わっています"),
    "archive-end-damaged": (
        "the archive cannot be read: its end is damaged",
        "書庫の末尾が壊れています",
    ),
    "archive-list-damaged": (
        "the archive cannot be read: the list of its files is damaged",
        "書庫のファイル一覧が壊れています",
    ),
    "archive-list-cut-off": (
        "the archive cannot be read: the list of its files is cut off",
        "書庫のファイル一覧が途中で終わっています",
    ),
    "archive-too-large": ("more than {limit} MB unpacked", "展開すると{limit}MBを超えます"),
    "archive-nested": (
        "archives within archives within archives are not opened",
        "書庫の入れ子が深すぎます",
    ),
    "archive-in-archive-too-large": (
        "an archive within an archive has {limit} MB at most, unpacked",
        "書庫の中の書庫は展開後{limit}MBまでです",
    ),
    "archive-zst": (
        "zst archives need Python 3.14 or the package zstandard (pip install zstandard)",
        "zst書庫を開くにはPython 3.14かzstandardパッケージが必要です",
    ),
}

_LOSSES: Final = {
    # What a format or a file cannot hold
    "loss-start": ("the start position", "開始局面"),
    "loss-game": ("the game: what was written cannot be read", "棋譜全体（書いたものを読み直せません）"),
    "loss-variation-moves": ("{count:move|moves} in variations", "変化の手（{count}手）"),
    "loss-moves": ("{count:move|moves}", "指し手（{count}手）"),
    "loss-places": (
        "{count:place|places} among the variations",
        "変化の順序（{count}か所）",
    ),
    "loss-times": ("{count:time|times}", "消費時間（{count}か所）"),
    "loss-totals": ("{count:clock total|clock totals}", "消費時間の累計（{count}か所）"),
    "loss-comments": ("{count:comment|comments}", "コメント（{count}件）"),
    "loss-bookmarks": ("{count:bookmark|bookmarks}", "しおり（{count}件）"),
    "loss-analyses": ("{count:engine analysis|engine analyses}", "エンジンの解析（{count}件）"),
    "loss-wordings": (
        "{count:engine's wording|engines' wordings}",
        "エンジンの解析の書き方（{count}件）",
    ),
    "loss-endings": ("{count:ending|endings}", "終局（{count}か所）"),
    "loss-headers": ("{count:header|headers}", "見出し（{count}件）"),
    "loss-games": ("{count:other game|other games} in the file", "ファイルのほかの対局（{count}局）"),
    "loss-characters": (
        "characters that {encoding} has not: {characters}",
        "{encoding}にない文字（{characters}）",
    ),
}

TSUME: Final[dict[str, tuple[str, str]]] = {
    # Raised by the native solvers (`code_of` in cpp/mate/solver.cpp).
    "no-king": ("the side to be mated has no king", "玉方に玉がない"),
    "two-kings": ("a side has two kings", "一方に玉が二枚ある"),
    "check-already": (
        "the king to be mated is in check already",
        "攻方の手番なのに、すでに王手がかかっている",
    ),
    "attacker-in-check": (
        "it is the defender's turn, but the attacker's king is in check",
        "玉方の手番なのに、攻方の玉に王手がかかっている",
    ),
    "no-check": ("the king to be mated is not in check", "玉方の手番なのに、王手がかかっていない"),
    "too-many-pieces": ("there are more pieces of a kind than in a set", "同じ種類の駒が多すぎる"),
    # Raised by the judge.
    "too-many-checkers": ("more than two pieces give check", "三枚以上の駒が同時に王手をしている"),
    "solution-illegal": (
        "move {number} of the solution, {move}, is illegal",
        "作意の{number}手目（{move}）は指せない手",
    ),
    "solution-no-check": (
        "move {number} of the solution, {move}, is no check",
        "作意の{number}手目（{move}）は王手ではない",
    ),
    "solution-ends-early": (
        "the solution must end with a move of the attacker",
        "作意は攻方の手で終わらなければならない",
    ),
    "solution-no-mate": ("the solution does not end in mate", "作意の最終手で詰んでいない"),
}
"""Why a position is no mate problem, or a line no solution."""

TEXTS: Final[dict[str, tuple[str, str]]] = {**_OTHERS, **_POSITIONS, **_MOVES, **_RECORDS, **_LOSSES, **TSUME}
"""By code: the text in English, in Japanese."""

ACTIONS: Final = {
    "left-out": ("left out", "読み飛ばしました"),
    "removed": ("left out", "取り除きました"),
    "line-left-out": ("the line is left out", "この行を読み飛ばしました"),
    "game-left-out": ("the game is left out", "この対局を読み飛ばしました"),
    "rest-of-rank-left-out": ("the rest of the rank is left out", "段の残りを読み飛ばしました"),
    "rest-left-out": ("left out, with all behind it", "これ以降を読み飛ばしました"),
    "kept": ("kept as it is", "そのまま残しました"),
    "not-played": ("it cannot be played", "盤上で指せない手です"),
    "kept-as-ending": ("kept as a word", "終局の語として残しました"),
    "kept-as-comment": ("kept as a comment", "コメントとして残しました"),
    "kept-as-variation": ("kept as a variation", "変化として残しました"),
    "ending-kept-as-comment": ("the ending became a comment", "終局はコメントにしました"),
    "taken-as-is": ("taken as it is", "そのまま使いました"),
    "data-taken": ("the data is taken", "dataを使いました"),
    "without-promotion": ("taken without promotion", "不成としました"),
    "read-as-variation": ("read as a variation of this move", "この手の変化として読みました"),
    "read-as-main-line": ("read as the game going on", "本譜の続きとして読みました"),
    "read-as-promotion": ("read as a promotion", "成る手として読みました"),
    "read-as-this-number": ("read as that", "その手数として読みました"),
    "counted-from-here": ("the rest is counted from here", "以降はこの手から数えました"),
    "last-counts": ("the last one counts", "最後のものを使いました"),
    "this-line-counts": ("this line counts", "この行を使いました"),
    "ending-counts": ("the ending counts", "終局を使いました"),
    "ending-above-counts": ("the one above counts", "上の終局を使いました"),
    "even-game": ("the even game was taken", "平手としました"),
    "usual-start": ("the usual start is taken", "平手の開始局面としました"),
    "black-first": ("Black is taken", "先手番としました"),
    "right-lance": ("the giver's right one (９一) was taken", "上手の右の香（９一）を落としました"),
    "right-silver": ("the giver's right one (７一) was taken", "上手の右の銀（７一）を落としました"),
    "replaced": ("each became U+FFFD", "その文字は�になっています"),
    "question-mark": ("written as ?", "？と書きました"),
    "piece-moved": ("it was moved", "その駒を動かしました"),
}
"""By key: what the reader did about a problem, in English, in Japanese."""

_SIDES: Final = {"black": ("Black", "先手"), "white": ("White", "後手")}
WORDS: Final[dict[str, dict[str, tuple[str, str]]]] = {
    "side": _SIDES,
    "turn": _SIDES,
    "piece": {
        "piece": ("piece", "駒"),
        "pawn": ("pawn", "歩"),
        "lance": ("lance", "香"),
        "knight": ("knight", "桂"),
        "silver": ("silver", "銀"),
        "gold": ("gold", "金"),
        "bishop": ("bishop", "角"),
        "rook": ("rook", "飛"),
        "king": ("king", "玉"),
        "tokin": ("tokin", "と金"),
        "promoted lance": ("promoted lance", "成香"),
        "promoted knight": ("promoted knight", "成桂"),
        "promoted silver": ("promoted silver", "成銀"),
        "horse": ("horse", "馬"),
        "dragon": ("dragon", "龍"),
    },
    "field": {
        "board": ("board", "盤面"),
        "turn": ("turn", "手番"),
        "hands": ("hands", "持駒"),
        "move number": ("move number", "手数"),
        "board and hands": ("board and hands", "盤面と持駒"),
        "position": ("position", "局面"),
        "moves": ("moves", "指し手"),
    },
}
"""Words by the parameter's name and its value, in English, in Japanese."""
