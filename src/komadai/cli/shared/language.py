"""The language of the terminal, from the environment."""

from __future__ import annotations

import os
from enum import StrEnum


class Language(StrEnum):
    """The languages the terminal speaks."""

    EN = "en"
    JA = "ja"


def system_language() -> Language:
    """What the environment asks for, as gettext reads it: Japanese for ja…, otherwise English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return Language.JA if value.startswith("ja") else Language.EN
    return Language.EN
