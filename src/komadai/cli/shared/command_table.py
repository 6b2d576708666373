"""The commands of ``komadai``: their names, help, extras and limits.

Typer (`komadai.cli.main`) and the command line without the ``app`` extra (`komadai.cli.bare_commands`) are
both made from this table.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from komadai.cli.shared.language import localized


class TableEntry(NamedTuple):
    """A command, or a group of commands."""

    name: str
    english: str
    """The first paragraph of its help page, which is also its line in the list of commands. It may contain
    Rich's markup ``[b]…[/]``. Further paragraphs are in the docstring of its function."""
    japanese: str
    extras: str = "app"
    """The extras that it needs, as in ``pip install 'komadai[…]'``; empty: it runs without one."""
    limits: Mapping[str, tuple[int, int]] = MappingProxyType({})
    """The smallest and the largest value of its numbers, by metavar or option."""
    hidden: bool = False
    """A former name, which is in no list."""

    @property
    def help(self) -> str:
        """The first paragraph of its help page, in the current language."""
        return localized(self.english, self.japanese)


ENTRIES: Final = (
    TableEntry(
        "serve",
        "Play in the browser: start the server and open its page. Ctrl-C ends it; the games are saved.",
        "ブラウザで対局する：サーバーを起動してページを開く。Ctrl-C で終了（対局は保存される）。",
    ),
    TableEntry(
        "backup",
        "Back up the database of a server, which may be running.",
        "サーバーのデータベースをバックアップする。サーバーの動作中でも使える。",
    ),
    TableEntry(
        "restore",
        "Restore the database of a server from a backup. The server must not be running.",
        "サーバーのデータベースをバックアップから復元する。サーバーは止めておく。",
    ),
    TableEntry(
        "play",
        "Play a game against an engine in the terminal.",
        "端末でエンジンと対局する。指し手の書き方は、対局中に [b]help[/] と入力すると表示される。",
    ),
    TableEntry(
        "board",
        "Print a position as a text diagram, as SVG or as JSON.",
        "局面を文字の図、SVG、JSON で出力する。",
    ),
    TableEntry(
        "show",
        "Show a game in the terminal, or make a picture, film, page or PDF of it.",
        "棋譜を端末に表示する。画像、動画、HTML、PDF にもできる。",
    ),
    TableEntry(
        "convert",
        "Convert game records of any format and encoding, or check them.",
        "棋譜の形式・文字コードを変換する。検査だけもできる。",
    ),
    TableEntry(
        "analyse",
        "Analyse a game with an engine: the score of each move, the best move and its line.",
        "棋譜をエンジンで解析する：各手の評価値、最善手、読み筋。",
    ),
    TableEntry(
        "names",
        "List the openings, castles, attacks and proverbs of a game with the move after which each stands.",
        "一局の戦法、囲い、攻めの名前と格言を、現れた手数とともに表示する。",
    ),
    TableEntry(
        "review",
        "Review a game: every move judged, mistakes explained, better lines, missed mates.",
        "対局を検討する：すべての指し手の評価、悪手の解説、最善の手順、詰み逃し。",
    ),
    TableEntry(
        "stats",
        "Count results, openings, lengths, legal moves and times of many games.",
        "多数の棋譜を集計する：勝敗、序盤、手数、合法手、消費時間。",
    ),
    TableEntry(
        "match",
        "Play engines against each other: two for the difference of their strength, more for a rating list.",
        "エンジン同士を対局させる：二つなら強さの差を推定し、三つ以上ならレーティング表を作る。",
    ),
    TableEntry(
        "tournament",
        "The former name of [b]komadai match[/] with a rating list.",
        "レーティング表を作る [b]komadai match[/] の以前の名前。",
        hidden=True,
    ),
    TableEntry(
        "csa-client",
        "Let a USI engine play at a CSA server, such as floodgate.",
        "USI エンジンを CSA サーバー（floodgate など）に接続して対局させる。",
    ),
    TableEntry(
        "bridge",
        "Offer a USI engine on this machine for your own analysis on a server.",
        "この PC の USI エンジンを、サーバーでの自分の検討に使えるようにする。",
    ),
    TableEntry(
        "usi",
        "Run the engine for a shogi GUI (ShogiHome, Shogidokoro, ShogiGUI …) over the USI protocol.",
        "将棋 GUI（ShogiHome、将棋所、ShogiGUI など）用にエンジンを USI で動かす。",
        extras="",
    ),
    TableEntry(
        "perft",
        "Count the sequences of DEPTH legal moves from a position (perft).",
        "ある局面から合法手を DEPTH 手進める手順の数を数える（perft）。",
        extras="",
        limits={"DEPTH": (0, 20), "--threads": (0, 512)},
    ),
    TableEntry(
        "completion",
        "Print the script that makes a shell complete commands, options and values.",
        "コマンド・オプション・値を補完するシェルのスクリプトを出力する。",
    ),
    TableEntry(
        "version",
        "Print the versions of Komadai and Python.",
        "Komadai と Python の版を表示する。",
        extras="",
    ),
    TableEntry(
        "help",
        "Show this list, or the help page of a command.",
        "この一覧、またはコマンドの説明を表示する。",
        extras="",
    ),
    TableEntry(
        "tsume",
        "Mate problems (tsume): solve, judge, play and find them.",
        "詰将棋：解く、検討する、解いて遊ぶ、見つける。",
    ),
    TableEntry(
        "lessons",
        "Lessons: the course from the first piece to mate in one.",
        "レッスン：最初の駒から一手詰までの入門講座。",
    ),
    TableEntry(
        "book",
        "Opening books (定跡): build them from records, extend them by search, show and merge them.",
        "定跡：棋譜から作る、探索で広げる、表示する、まとめる。",
    ),
    TableEntry(
        "db",
        "Game databases: import records, count the moves of a position, find games.",
        "棋譜データベース：棋譜を取り込む、局面の指し手を集計する、対局を探す。",
    ),
    TableEntry(
        "event",
        "A tournament or a title match over the board, in a file.",
        "対面の大会や番勝負を運営する。大会は一つのファイルに入る。",
    ),
    TableEntry("engine", "Tools for the data of the engine.", "エンジンのデータを作る道具。"),
    TableEntry(
        "train",
        "Make training data by self-play, work with files of positions, and train networks.",
        "自己対局で学習データを作り、局面ファイルを処理し、評価関数のネットワークを学習する。",
        extras="app,train",
    ),
    TableEntry(
        "variants",
        "The games of the shogi family, from dobutsu to taikyoku.",
        "どうぶつしょうぎから泰将棋・大局将棋まで、将棋の仲間。",
    ),
    TableEntry(
        "user",
        "The accounts of a server: create, list, give roles, close; their logs.",
        "サーバーのアカウント：作成、一覧、役割の変更、利用停止、記録。",
    ),
)
"""In the order of the help page."""

BY_NAME: Final = {entry.name: entry for entry in ENTRIES}

ABOUT: Final = (
    "Shogi, Japanese chess: play in the browser or here in the terminal, or use the engine.\n\n"
    "Without a command the game opens in your browser.",
    "将棋：ブラウザやこの端末で対局し、棋譜・詰将棋・定跡・エンジンを扱います。\n\n"
    "コマンドを省略すると、ブラウザで対局画面が開きます。",
)
"""The text above the list of commands, in English and Japanese."""
