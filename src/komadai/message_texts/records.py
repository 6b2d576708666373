"""Records of all formats: their moves, variations, comments, headers and the files as a whole."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

RECORDS: Final = {
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
    "csa-position": ("expected PI, P1 to P9, P+ or P-", "PI、P1〜P9、P+かP-が必要です"),
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
        "no game in this text: nothing here looks like a move or a header",
        "棋譜がありません（指し手や見出しが見つかりません）",
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
    "record-no-game": ("no game in this text", "棋譜が含まれていません"),
    "record-of-variant": (
        "a record of a variant ({name}), but only records of shogi are read here",
        "変則将棋（{name}）の棋譜です。ここで読めるのは本将棋の棋譜だけです",
    ),
    "record-of-unknown-variant": (
        "a record of a variant that Komadai does not have ({name})",
        "対応していない変則将棋（{name}）の棋譜です",
    ),
    "record-names-no-variant": (
        "expected a line such as Variant: chu before the moves",
        "指し手の前に「Variant: chu」のような行が必要です",
    ),
    "variant-options": ("options of the variant: {problem}", "変則将棋の規則：{problem}"),
    "record-no-game-expected": (
        "no game in this text, expected {examples}",
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
}
