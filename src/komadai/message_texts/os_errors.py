"""Why the operating system could not open, read or write a file, or use an address."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

OS_ERRORS: Final = {
    "file-unreadable": ("cannot be read: {reason}", "読み込めません：{reason}"),
    "file-not-read": ("{path}: cannot be read: {reason}", "{path}：読み込めません：{reason}"),
    "engine-not-started": (
        "engine {engine!r} cannot be started: {reason}",
        "エンジン「{engine}」を起動できません：{reason}",
    ),
    # komadai.messages.os_error_message has the codes. The English is that of Linux.
    "os-no-such-file": ("No such file or directory", "ファイルやフォルダがありません"),
    "os-permission": ("Permission denied", "アクセスする権限がありません"),
    "os-not-permitted": ("Operation not permitted", "この操作は許可されていません"),
    "os-exists": ("File exists", "同じ名前のものがすでにあります"),
    "os-is-folder": ("Is a directory", "ファイルではなくフォルダです"),
    "os-no-folder": ("Not a directory", "フォルダではありません"),
    "os-folder-not-empty": ("Directory not empty", "フォルダが空ではありません"),
    "os-name-too-long": ("File name too long", "ファイル名が長すぎます"),
    "os-link-loop": ("Too many levels of symbolic links", "シンボリックリンクが循環しています"),
    "os-disk-full": ("No space left on device", "ディスクに空きがありません"),
    "os-quota": ("Disk quota exceeded", "ディスクの割り当て量を超えました"),
    "os-file-too-large": ("File too large", "ファイルが大きすぎます"),
    "os-read-only": ("Read-only file system", "書き込みのできないディスクです"),
    "os-io": ("Input/output error", "入出力エラーが起きました"),
    "os-busy": ("Device or resource busy", "ほかのプログラムが使用中です"),
    "os-too-many-files": ("Too many open files", "開いているファイルが多すぎます"),
    "os-no-memory": ("Cannot allocate memory", "メモリが足りません"),
    "os-address-unavailable": ("Cannot assign requested address", "この機器にないアドレスです"),
}
