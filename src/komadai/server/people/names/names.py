"""The names of accounts: what is allowed, and when two names are the same."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from typing import Final, Literal

from komadai.messages.text import Text
from komadai.server.errors import ApiError
from komadai.server.people.names.role_words import has_role_word, is_reserved
from komadai.server.people.visible_text import MAX_MARKS, is_mark, is_visible

Kind = Literal["person", "program"]

MAX_DISPLAY_NAME: Final = 30

_PATTERNS: Final[dict[Kind, tuple[str, Text]]] = {
    "person": (
        r"[A-Za-z0-9_-]{2,20}",
        Text(
            "name: expected 2 to 20 letters a–z, digits, - or _",
            "名前は半角の英字・数字・「-」「_」で2〜20文字にしてください",
        ),
    ),
    "program": (
        r"[A-Za-z0-9_@.-]{1,32}",
        Text(
            "name: expected 1 to 32 letters a–z, digits, _, @, . or -",
            "プログラムの名前は半角の英字・数字・「_」「@」「.」「-」で1〜32文字にしてください",
        ),
    ),
}

NAME_RESERVED: Final = Text(
    "name: this name is reserved, or looks like a role on this server; choose another",
    "この名前は使えません（役割などの名前に見えます）",
)
DISPLAY_NAME_RESERVED: Final = Text(
    "display_name: this name is reserved, or looks like the name of another account; choose another",
    "この表示名は使えません（役割などの名前か、ほかのアカウントの名前と同じに見えます）",
)
DISPLAY_NAME_MIXED: Final = Text(
    "display_name: expected letters of one alphabet in a word, for example not Latin beside Cyrillic ones",
    "表示名の一つの単語に、ラテン文字とキリル文字など、別の種類の文字を混ぜることはできません",
)
DISPLAY_NAME: Final = Text(
    f"display_name: expected 1 to {MAX_DISPLAY_NAME} visible characters",
    f"表示名は1〜{MAX_DISPLAY_NAME}文字にしてください（見えない文字は使えません）",
)


def check_name(name: str, kind: Kind = "person") -> str:
    """Returns the name. Raises ApiError ``invalid`` for one that is malformed or looks like a role.

    Programs may be called ``komadai`` or ``black``; a page shows them apart from people.
    """
    pattern, why = _PATTERNS[kind]
    if not re.fullmatch(pattern, name):
        raise ApiError("invalid", "name", why=why)
    if has_role_word(name) or (kind == "person" and is_reserved(name)):
        raise ApiError("invalid", "name", why=NAME_RESERVED)
    return name


def name_key(name: str) -> str:
    """Makes the key that two names share if they differ only in case."""
    return name.lower()


def retired_key(name: str) -> str:
    """Makes the placeholder of a deleted account's name, so that nobody can take it again: not the name
    itself."""
    return retired_look(name_key(name))


def retired_look(look: str) -> str:
    """Makes the placeholder for a look of a deleted account's name."""
    return "deleted " + hashlib.sha256(look.encode()).hexdigest()


def clean_display_name(text: str) -> str:
    """A name in any script as it is stored: NFKC, single spaces.

    Raises ApiError ``invalid`` for an empty or long name, and for one with invisible characters: controls,
    characters that change the direction of the text, unassigned and private ones. A letter may have at
    most three marks, so that a name stays in its line.
    """
    name = " ".join(unicodedata.normalize("NFKC", text).split(" ")).strip()
    name = re.sub(" {2,}", " ", name)
    if not 1 <= len(name) <= MAX_DISPLAY_NAME or not all(map(is_visible, name)):
        raise ApiError("invalid", "display_name", why=DISPLAY_NAME)
    marks = 0
    for character in name:
        marks = marks + 1 if is_mark(character) else 0
        if marks > MAX_MARKS:
            raise ApiError("invalid", "display_name", why=DISPLAY_NAME)
    if is_mark(name[0]):
        raise ApiError("invalid", "display_name", why=DISPLAY_NAME)
    return name
