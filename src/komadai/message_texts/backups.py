"""Why ``komadai backup`` and ``komadai restore`` cannot work."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

BACKUPS: Final = {
    "backup-no-database": (
        "there is no database {database}; name it with --data-dir or --database",
        "データベース{database}がありません。--data-dirか--databaseで指定してください",
    ),
    "backup-failed": ("cannot back up {path}: {problem}", "{path}をバックアップできません：{problem}"),
    "backup-not-written": ("{path}: cannot be written: {reason}", "{path}：書き込めません：{reason}"),
    "backup-not-read": ("{path}: cannot be read: {reason}", "{path}：読み込めません：{reason}"),
    "backup-not-replaced": (
        "{path} exists and is not a backup; name another file",
        "{path}はすでにありますが、バックアップではありません。別の名前を指定してください",
    ),
    "backup-onto-itself": (
        "{path} is the database itself; name another file",
        "{path}はデータベースそのものです。別の名前を指定してください",
    ),
    "backup-of-damaged": (
        "the database {database} is damaged, and no backup was written: {problem}",
        "データベース{database}が壊れているため、バックアップを作りませんでした：{problem}",
    ),
    "backup-of-another": (
        "{database} is not the database of a Komadai server",
        "{database}はKomadaiサーバーのデータベースではありません",
    ),
    "backup-changed": (
        "{path} is damaged or was changed: its SHA-256 is not that of {checksum}; restore another backup, or "
        "delete {checksum} if you changed the backup yourself",
        "{path}が壊れているか、書き換えられています。SHA-256が{checksum}と一致しません。別のバックアップを使うか、"
        "自分で書き換えた場合は{checksum}を削除してください",
    ),
    "backup-no-checksum": (
        "{path}: expected a SHA-256 of 64 digits, as backup writes it beside its file; move this file away",
        "{path}：バックアップと一緒に作られるSHA-256（64桁）ではありません。このファイルを別の場所に移してください",
    ),
    "backup-damaged": ("{path} is damaged: {problem}", "{path}が壊れています：{problem}"),
    "backup-no-backup": (
        "{path} is not a backup of a Komadai server",
        "{path}はKomadaiサーバーのバックアップではありません",
    ),
    "backup-newer": (
        "{path} was written by a newer version of Komadai (its schema is {schema}, this version knows "
        "{known}); update Komadai",
        "{path}は新しい版のKomadaiのものです（スキーマは{schema}、この版が扱えるのは{known}まで）。"
        "Komadaiを更新してください",
    ),
    "backup-older": (
        "{path} was written by a version of Komadai that this one cannot migrate (its schema is {schema}, "
        "the oldest known is {known}); restore it with the version of commit 5d507427, start that once, "
        "then this one",
        "{path}は古い版のKomadaiのもので、この版では移行できません"
        "（スキーマは{schema}、この版が扱えるのは{known}から）。"
        "コミット5d507427の版で復元して一度起動してから、この版で開いてください",
    ),
    "backup-other-kind": (
        "{path} is a backup of {kind}, but the database is {target}",
        "{path}は{kind}のバックアップですが、データベースは{target}です",
    ),
    "backup-no-program": (
        "the program {program} is missing; install the client programs of PostgreSQL",
        "{program}がありません。PostgreSQLのクライアントを入れてください",
    ),
    "restore-server-runs": (
        "a server uses {database}; stop it before you restore a backup",
        "サーバーが{database}を使用中です。復元する前に止めてください",
    ),
    "restore-full": (
        "the database {database} has games already, or cannot be read; --force replaces it",
        "データベース{database}にはすでに対局があるか、読み込めません。--forceを付けると置き換えます",
    ),
    "restore-failed": (
        "cannot restore the database {database}: {problem}",
        "データベース{database}に復元できません：{problem}",
    ),
}
