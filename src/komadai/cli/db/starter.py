"""``komadai db starter``: a game database of the games that come with Komadai."""

from __future__ import annotations

from komadai.cli.db.import_records import print_count
from komadai.cli.db.options import DatabasePath
from komadai.cli.shared.console import error_console
from komadai.cli.shared.input import Bar
from komadai.cli.shared.language import japanese_help
from komadai.cli.shared.options import AsJson


@japanese_help("""駒台に付属する棋譜をデータベースに取り込む。データベースがなければ作る。

    プログラム同士の対局と、読み物にある昔の棋譜。すでにある対局は加えない。囲いと戦型も認識する。

    例：[b]komadai db starter games.kdb[/]""")
def starter(database: DatabasePath, as_json: AsJson = False) -> None:
    """Add the games that come with Komadai to a database, which is made if there is none.

    They are games of the program against itself, and those of the reading room. Games that the database has
    already are left out. Castles and openings are recognised.

    Example: [b]komadai db starter games.kdb[/]
    """
    from komadai.study import Database
    from komadai.study.database import starter as shipped

    with Database(database, create=True) as db:
        with Bar(error_console()) as bar, db.importing() as session:
            for game in shipped.games():
                session.add(game)
                bar.games()
        db.recognise_names()
        print_count(session.count, len(db), as_json=as_json)
