"""Why ``komadai serve`` cannot start: its address, data folder, database and config file."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

SERVER: Final = {
    # The address
    "port-taken": (
        "port {port} of {host} is taken; name another with {option}",
        "{host}のポート{port}は使われています。{option}で別の番号を指定してください",
    ),
    "ports-taken": (
        "the ports {first} to {last} of {host} are all taken; name one with --port",
        "{host}のポート{first}から{last}まではすべて使われています。--portで番号を指定してください",
    ),
    "port-out-of-range": (
        "port: expected 0 to 65535, got {port}",
        "ポート番号は0から65535までです（{port}でした）",
    ),
    "cannot-listen": (
        "cannot listen at {host}, port {port}: {reason}",
        "{host}のポート{port}で待ち受けできません：{reason}",
    ),
    "host-unknown": ("there is no host of this name", "この名前のホストはありません"),
    "metrics-port-taken": (
        "metrics: port {port} of {host} is taken (each worker needs one, from that of config.toml on); name "
        "another in the table [server]",
        "メトリクス用のポート{port}（{host}）は使われています。ワーカーごとに、config.tomlの番号から順に"
        "1つずつ使います。[server]で別の番号を指定してください",
    ),
    # The data folder
    "data-folder-unusable": (
        "cannot use the data folder {path}: {reason}",
        "データフォルダ{path}を使えません：{reason}",
    ),
    "data-folder-taken": (
        "a Komadai server uses the folder {path} already; use that one, or name another folder "
        "with --data-dir",
        "フォルダ{path}は別のKomadaiサーバーが使用中です。そのサーバーを使うか、"
        "--data-dirで別のフォルダを指定してください",
    ),
    "data-folder-taken-at": (
        "a Komadai server at {url} uses the folder {path} already; use that one, or name another folder "
        "with --data-dir",
        "フォルダ{path}は{url}のKomadaiサーバーが使用中です。そのサーバーを使うか、"
        "--data-dirで別のフォルダを指定してください",
    ),
    "database-unusable": (
        "cannot lock the database {path}: {reason}; the server needs a small file beside it",
        "データベース{path}をロックできません：{reason}（同じフォルダに小さなファイルを作ります）",
    ),
    "database-taken": (
        "a Komadai server uses the database {path} already; use that one, or name another database "
        "with --database",
        "データベース{path}は別のKomadaiサーバーが使用中です。そのサーバーを使うか、"
        "--databaseで別のデータベースを指定してください",
    ),
    "database-taken-at": (
        "a Komadai server at {url} uses the database {path} already; use that one, or name another database "
        "with --database",
        "データベース{path}は{url}のKomadaiサーバーが使用中です。そのサーバーを使うか、"
        "--databaseで別のデータベースを指定してください",
    ),
    "workers-need-postgresql": (
        "--workers {count} needs PostgreSQL: name a database with --database, for example "
        "postgresql://komadai@localhost/komadai",
        "--workers {count} には PostgreSQL が必要です。--database で指定してください"
        "（例：postgresql://komadai@localhost/komadai）",
    ),
    "workers-need-posix": (
        "--workers {count} does not work on Windows; start one process",
        "--workers {count} は Windows では使えません。1 プロセスで起動してください",
    ),
    "worker-not-started": (
        "worker {number} does not start; its messages are above",
        "ワーカー{number}を起動できません。上のメッセージを確認してください",
    ),
    "secret-not-stored": (
        "cannot store the secret key in {path}: {reason}",
        "秘密鍵を{path}に保存できません：{reason}",
    ),
    "secret-damaged": (
        "{path} is damaged: expected keys of 32 bytes or more, one a line, got a file of {count} bytes; "
        "delete it to create a new one",
        "{path}が壊れています（1行に1つ、32バイト以上の鍵のはずですが、{count}バイトのファイルです）。"
        "削除すると新しく作られます",
    ),
    # The database
    "database-unopened": (
        "cannot open the database {database}: {reason}",
        "データベース{database}を開けません：{reason}",
    ),
    "database-no-database": (
        "cannot open the database {database}: the file is not a database; replace it with a backup, or move "
        "it away to start with an empty one",
        "データベース{database}を開けません：データベースのファイルではありません。バックアップに置き換えるか、"
        "別の場所に移すと空のデータベースで始まります",
    ),
    "database-damaged": (
        "the database {database} is damaged ({problem}); replace it with a backup, or move it away to start "
        "with an empty one",
        "データベース{database}が壊れています（{problem}）。バックアップに置き換えるか、"
        "別の場所に移すと空のデータベースで始まります",
    ),
    "database-newer": (
        "the database {database} was written by a newer version of Komadai (its schema is {schema}, this "
        "version knows {known}); update Komadai, or use another database",
        "データベース{database}は新しい版のKomadaiのものです（スキーマは{schema}、この版が扱えるのは{known}まで）。"
        "Komadaiを更新するか、別のデータベースを使ってください",
    ),
    "database-older": (
        "the database {database} was written by a version of Komadai that this one cannot migrate (its "
        "schema is {schema}, the oldest known is {known}); start the version of commit 5d507427 with it "
        "once, then this one",
        "データベース{database}は古い版のKomadaiのもので、この版では移行できません（スキーマは{schema}、"
        "この版が扱えるのは{known}から）。コミット5d507427の版で一度開いてから、この版で開いてください",
    ),
    "database-url-expected": (
        "database: expected a URL such as sqlite:///games.sqlite or postgresql://user@host/name, "
        "got {text!r}",
        "データベースはsqlite:///games.sqliteやpostgresql://user@host/nameのようなURLで指定します"
        "（「{text}」でした）",
    ),
    "database-kind": (
        "database: expected sqlite or postgresql, got {kind!r}",
        "データベースはsqliteかpostgresqlです（「{kind}」でした）",
    ),
    "database-package": (
        "database: {kind} needs the package {package}; install it with: pip install '{extra}'",
        "データベース{kind}にはパッケージ{package}が必要です。pip install '{extra}'で入れてください",
    ),
    "database-sqlite-old": (
        "database: this Python has SQLite {version}; {needed} or newer is needed (or PostgreSQL: --database)",
        "このPythonのSQLiteは{version}ですが、{needed}以上が必要です（または--databaseでPostgreSQLを使ってください）",
    ),
    "database-in-memory": (
        "database: expected a file, as in sqlite:///games.sqlite; games in memory would be lost",
        "sqlite:///games.sqliteのようにファイルを指定してください（メモリ上の対局は失われます）",
    ),
    "database-folder": (
        "database: cannot create the folder of {database}: {reason}",
        "データベース{database}のフォルダを作れません：{reason}",
    ),
    # What SQLite reports
    "sqlite-cannot-open": ("unable to open database file", "ファイルを開けません"),
    "sqlite-read-only": ("attempt to write a readonly database", "書き込む権限がありません"),
    "sqlite-locked": ("database is locked", "ほかのプログラムが使用中です"),
    # The config file
    "config-unreadable": ("{path}: cannot be read: {reason}", "{path}：読み込めません：{reason}"),
    "config-not-utf8": ("expected UTF-8 text", "UTF-8のテキストではありません"),
    "config-not-toml": ("{path}: {problem}", "{path}：TOMLとして読めません：{problem}"),
    "config-key": (
        "{path}: {key}: expected engine, host_names or server",
        "{path}：{key}：使えるのはengine、host_names、serverです",
    ),
    "config-host-names": (
        "{path}: host_names: expected a list of names",
        "{path}：host_names：名前の配列が必要です",
    ),
    "config-server": ("{path}: server: {problem}", "{path}：server：{problem}"),
    "config-server-key": (
        "{path}: server: {key}: expected one of {known}",
        "{path}：server：{key}：使えるのは{known}です",
    ),
    "config-server-proxy": (
        "{path}: server: trusted_proxies: expected addresses or networks such as 10.0.0.0/8, got {text!r}",
        "{path}：server：trusted_proxies：10.0.0.0/8のようなアドレスかネットワークが必要です（「{text}」でした）",
    ),
    "metrics-address": (
        "metrics: expected an address and a port such as 127.0.0.1:9464, got {text!r}",
        "メトリクスの公開先は127.0.0.1:9464のようにアドレスとポートで指定します（「{text}」でした）",
    ),
    "mail-smtp": (
        "smtp: expected smtp://USER:PASSWORD@HOST:587 or smtps://USER:PASSWORD@HOST:465",
        "smtp：smtp://ユーザー:パスワード@ホスト:587 か smtps://ユーザー:パスワード@ホスト:465 の形で"
        "指定します",
    ),
    "mail-sender": (
        "sender: expected an address such as Club <shogi@example.org>, got {text!r}",
        "sender：Club <shogi@example.org>のようなアドレスが必要です（「{text}」でした）",
    ),
    "mail-public-url": (
        "public_url: expected an address such as https://shogi.example.org, got {text!r}",
        "public_url：https://shogi.example.orgのようなアドレスが必要です（「{text}」でした）",
    ),
    "mail-incomplete": (
        "e-mail needs {name}, too (config file, or {variable} in the environment)",
        "メールの送信には{name}も必要です（設定ファイルか環境変数{variable}）",
    ),
    "config-engine-tables": (
        "{path}: engine: expected [[engine]] tables",
        "{path}：engine：[[engine]]のテーブルが必要です",
    ),
    "config-engine-table": (
        "{path}: engine {number}: expected a table",
        "{path}：engine {number}：テーブルが必要です",
    ),
    "config-engine-key": (
        "{path}: engine {number}: {key}: expected name, command or options",
        "{path}：engine {number}：{key}：使えるのはname、command、optionsです",
    ),
    "config-engine-name": (
        "{path}: engine {number}: name: expected a text of 1 to 60 characters",
        "{path}：engine {number}：name：1文字から60文字までの文字列が必要です",
    ),
    "config-engine-name-taken": (
        "{path}: engine {number}: the name {name!r} is taken",
        "{path}：engine {number}：「{name}」という名前はすでに使われています",
    ),
    "config-engine-command": (
        "{path}: engine {number}: command: expected a program, or a list of program and arguments",
        "{path}：engine {number}：command：プログラム、またはプログラムと引数の配列が必要です",
    ),
    "config-engine-options": (
        "{path}: engine {number}: options: expected names with text, integers, true or false",
        "{path}：engine {number}：options：名前と値（文字列、整数、true、false）が必要です",
    ),
    "config-engine-protocol": (
        "{path}: engine {number}: protocol: expected usi or xboard",
        "{path}：engine {number}：protocol：usi か xboard を指定してください",
    ),
}
