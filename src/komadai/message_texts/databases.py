"""Why a game database cannot be opened, read or written (:mod:`komadai.study`)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

DATABASES: Final = {
    "database-missing": (
        "{path}: cannot be read: No such file or directory (komadai db import makes a database)",
        "{path}：読み込めません：ファイルやフォルダがありません（komadai db import で作れます）",
    ),
    "database-is-none": (
        "{path}: not a game database; expected a folder that komadai db import has made",
        "{path}：棋譜データベースではありません（komadai db import で作ったフォルダを指定してください）",
    ),
    "database-folder-in-use": (
        "{path}: this folder contains other files; expected a new or empty folder",
        "{path}：ほかのファイルが入っています（新しいフォルダか空のフォルダを指定してください）",
    ),
    "game-database-newer": (
        "{path}: a newer version of Komadai has written this database (format {found}, expected {known})",
        "{path}：新しい版の Komadai のデータベースです（形式{found}、この版は{known}まで）",
    ),
    "game-database-damaged": (
        "{path}: the database is damaged: {problem}",
        "{path}：データベースが壊れています：{problem}",
    ),
    "database-taken": (
        "{path}: another process is writing to this database",
        "{path}：ほかのプロセスがこのデータベースに書き込んでいます",
    ),
    "database-not-read": (
        "{path}: cannot be read: {problem}",
        "{path}：読み込めません：{problem}",
    ),
    "database-not-written": (
        "{path}: cannot be written: {problem}",
        "{path}：書き込めません：{problem}",
    ),
    "database-other-plies": (
        "{path}: this database indexes positions up to ply {found}; it cannot be changed to {plies}",
        "{path}：{found}手目までの局面を索引にしたデータベースです（{plies}手目には変えられません）",
    ),
    "database-no-names": (
        "{path}: this version of Komadai recognises no castles and openings",
        "{path}：この版の Komadai は囲いや戦型を認識できません",
    ),
    "database-closed": ("{path}: the database was closed", "{path}：データベースは閉じられています"),
    "database-no-game": ("{path}: there is no game {id}", "{path}：{id}番の対局はありません"),
    "database-file-too-short": (
        "{name} has {found:byte|bytes}, expected {expected}",
        "{name} は{found}バイトです（{expected}バイトのはず）",
    ),
    "database-file-missing": ("{name} is missing", "{name} がありません"),
    "database-file-unknown": ("{name} is no index of positions", "{name} は局面の索引ではありません"),
    "database-moves": ("the moves of game {id} cannot be played", "{id}番の対局の指し手を再現できません"),
    "pattern-line": ("line {line}: {problem}", "{line}行：{problem}"),
    "pattern-ranks": (
        "expected nine lines for the ranks of the board, got {found:line|lines}",
        "盤の段は9行で書いてください（{found}行）",
    ),
    "pattern-cells": (
        "expected nine cells in a rank, got {found}",
        "1段は9マスで書いてください（{found}マス）",
    ),
    "pattern-cell": (
        "expected a piece such as P, +p, or one of . _ * ^ v, got {text}",
        "P、+p などの駒か . _ * ^ v が必要です（入力：{text}）",
    ),
    "pattern-name": (
        "expected one of the words {names} before the colon, got {name}",
        "コロンの前には {names} のどれかが必要です（入力：{name}）",
    ),
    "pattern-hand": (
        "expected pieces in hand such as P2 B, got {text}",
        "持駒は P2 B のように書いてください（入力：{text}）",
    ),
    "pattern-turn": ("expected black or white, got {text}", "black か white が必要です（入力：{text}）"),
    "pattern-plies": (
        "expected plies such as 20-60, got {text}",
        "手数は 20-60 のように書いてください（入力：{text}）",
    ),
    "pattern-yes": ("expected yes or no, got {text}", "yes か no が必要です（入力：{text}）"),
    "database-date": (
        "expected a date such as 2024, 2024-05 or 2024-05-31, got {text}",
        "日付は 2024、2024-05、2024-05-31 の形で指定してください（入力：{text}）",
    ),
}
