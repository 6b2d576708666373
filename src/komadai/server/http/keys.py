"""The server's signing keys: a file of numbered keys, the newest of which signs."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Final

from komadai.messages import os_error_message
from komadai.server.errors import StartError

FILE_NAME: Final = "secret.key"
KEY_BYTES: Final = 32
REPLACED_AFTER: Final = timedelta(days=90)
"""A server that starts with an older newest key adds a new one."""
KEPT_FOR: Final = timedelta(days=400)
"""A replaced key is still accepted for this time, which is the maximum age of a cookie in browsers."""

_HEADER: Final = (
    "# Signing keys of a Komadai server, newest first. To withdraw one, delete its line and restart."
)
_LINE: Final = re.compile(r"(k[0-9]{1,6}) ([0-9]{4}-[0-9]{2}-[0-9]{2}) ([0-9a-f]{64,})")


@dataclass(frozen=True, slots=True)
class Key:
    """A signing key. ``id`` is written before each signature that it makes."""

    id: str
    created: date
    secret: bytes


def load_keys(data_dir: Path, today: date | None = None) -> tuple[Key, ...]:
    """Reads the keys of the data folder, newest first; only their owner can read the file.

    The file is created at the first start. Version 0.1.0 stored one key as raw bytes: it becomes ``k0``.
    A newest key older than REPLACED_AFTER gets a successor. Raises StartError if the folder cannot be
    written or the file is damaged.
    """
    today = today or datetime.now(UTC).date()
    path = data_dir / FILE_NAME
    try:
        data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            _create(path, (_new_key(1, today),))
        path.chmod(0o600)
        content = path.read_bytes()
        keys = _parse(content, path, today)
        current = _with_successor(keys, today)
        if current != keys or not content.startswith(b"#"):
            _replace(path, current)
    except OSError as error:
        raise StartError.with_code(
            "secret-not-stored", path=str(data_dir), reason=os_error_message(error)
        ) from error
    return current


def _new_key(number: int, today: date) -> Key:
    return Key(f"k{number}", today, secrets.token_bytes(KEY_BYTES))


def _parse(content: bytes, path: Path, today: date) -> tuple[Key, ...]:
    if not content.startswith(b"#"):
        if len(content) < KEY_BYTES:
            raise StartError.with_code("secret-damaged", path=str(path), count=len(content))
        # Its age is unknown, so it is replaced now.
        return (Key("k0", today - REPLACED_AFTER - timedelta(days=1), content),)
    keys = []
    for line in content.decode("ascii", "replace").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        match = _LINE.fullmatch(line.strip())
        if match is None:
            raise StartError.with_code("secret-damaged", path=str(path), count=len(content))
        try:
            created = date.fromisoformat(match[2])
        except ValueError:
            raise StartError.with_code("secret-damaged", path=str(path), count=len(content)) from None
        keys.append(Key(match[1], created, bytes.fromhex(match[3])))
    # All lines may have been deleted in order to withdraw every key.
    return tuple(keys) or (_new_key(1, today),)


def _with_successor(keys: tuple[Key, ...], today: date) -> tuple[Key, ...]:
    """The keys without those that have served their time, and with a new one if the newest is old."""
    if today - keys[0].created > REPLACED_AFTER:
        numbers = [int(key.id[1:]) for key in keys]
        keys = (_new_key(max(numbers) + 1, today), *keys)
    replaced = [key for newer, key in pairwise(keys) if today - newer.created <= KEPT_FOR]
    return (keys[0], *replaced)


def _text(keys: Sequence[Key]) -> str:
    lines = [f"{key.id} {key.created.isoformat()} {key.secret.hex()}" for key in keys]
    return "\n".join([_HEADER, *lines, ""])


def _draft(path: Path, keys: Sequence[Key]) -> Path:
    draft = path.parent / f".secret.{os.getpid()}.{secrets.token_hex(4)}"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(_text(keys))
        file.flush()
        os.fsync(file.fileno())
    return draft


def _create(path: Path, keys: Sequence[Key]) -> None:
    draft = _draft(path, keys)
    try:
        os.link(draft, path)  # does not replace a file that another server has just created
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def _replace(path: Path, keys: Sequence[Key]) -> None:
    _draft(path, keys).replace(path)
