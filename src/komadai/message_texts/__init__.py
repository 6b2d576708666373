"""The texts of errors and warnings by their code, in English and Japanese.

Braces are filled with the parameters of a :class:`komadai.messages.Message`, the same in both languages.
``{count:move|moves}`` is a number with its noun.
"""

from __future__ import annotations

from komadai.message_texts.arguments import ARGUMENTS
from komadai.message_texts.backups import BACKUPS
from komadai.message_texts.bridge import BRIDGE
from komadai.message_texts.databases import DATABASES
from komadai.message_texts.events import EVENTS
from komadai.message_texts.losses import LOSSES
from komadai.message_texts.moves import MOVES
from komadai.message_texts.os_errors import OS_ERRORS
from komadai.message_texts.positions import POSITIONS
from komadai.message_texts.records import RECORDS
from komadai.message_texts.server import SERVER
from komadai.message_texts.solve import SOLVE
from komadai.message_texts.study import STUDY
from komadai.message_texts.tsume import TSUME
from komadai.message_texts.variants import VARIANTS
from komadai.message_texts.words import ACTIONS, WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

__all__ = ["ACTIONS", "TEXTS", "TSUME", "WORDS"]

_OTHERS: Final = {
    # The error of a class that has no codes yet: its English text.
    "other": ("{text}", "{text}"),
    # MissingPackageError
    "missing-package": (
        "this needs the package {package}: pip install 'komadai[{extra}]'",
        "パッケージ {package} が必要です：pip install 'komadai[{extra}]'",
    ),
}

TEXTS: Final[dict[str, tuple[str, str]]] = {
    **_OTHERS,
    **POSITIONS,
    **MOVES,
    **RECORDS,
    **LOSSES,
    **TSUME,
    **ARGUMENTS,
    **OS_ERRORS,
    **SERVER,
    **BACKUPS,
    **BRIDGE,
    **VARIANTS,
    **SOLVE,
    **DATABASES,
    **STUDY,
    **EVENTS,
}
"""By code: the text in English, in Japanese."""
