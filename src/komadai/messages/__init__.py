"""Messages of errors and warnings: a code and parameters, worded in English and in Japanese.

:mod:`komadai.message_texts` has the texts. Nothing looks a translation up by its English text.
"""

from __future__ import annotations

import errno

from komadai.enums import Infraction
from komadai.message_texts import ACTIONS, TEXTS, WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final, Literal, Self

    Language = Literal["en", "ja"]

_RANKS: Final = "一二三四五六七八九"
_PLAIN: Final[dict[tuple[str, str], Message]] = {}


class Message(str):
    """A message about an error as its English text, with the code and the parameters that the text is made
    of.

    >>> message = Message("sfen-two-pawns", {"side": "white", "file": 2})
    >>> message
    'White has two pawns on file 2 (nifu)'
    >>> message.text("ja")
    '後手の歩が2筋に二枚あります（二歩）'
    """

    __slots__ = ("action", "code", "params")

    code: str
    """The code of this message, such as ``"sfen-two-pawns"``: a key of ``komadai.message_texts.TEXTS``."""
    params: Mapping[str, object]
    """The values in the text: numbers, words, other messages. Sides are ``"black"`` and ``"white"``,
    pieces, rules and squares their English names (``"pawn"``, ``"nifu"``, ``"5e"``)."""
    action: str
    """The action of the reader of a record, such as ``"left-out"``; empty where nothing is to be said."""

    def __new__(cls, code: str, params: Mapping[str, object] | None = None, action: str = "") -> Self:
        """Raises KeyError for an unknown code, action or word, and if a parameter is missing."""
        if not params:
            # Most are without parameters; a hostile record has hundreds of thousands of them.
            known = _PLAIN.get((code, action))
            if known is not None:
                # Subclasses of Message are not in use, but Self would allow them.
                return known  # type: ignore[return-value]
        self = super().__new__(cls, _worded(code, params or {}, action, "en"))
        self.code, self.params, self.action = code, params or {}, action
        if not params:
            _PLAIN[code, action] = self
        return self

    def followed_by(self, action: str) -> Message:
        """The same message with what the reader did about it."""
        return Message(self.code, self.params, action)

    def text(self, language: Language = "en") -> str:
        """The text in English (``"en"``) or Japanese (``"ja"``)."""
        return str(self) if language == "en" else _worded(self.code, self.params, self.action, language)

    def __str__(self) -> str:
        return str.__str__(self)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.code, dict(self.params), self.action)


def text_in(message: str, language: Language) -> str:
    """A message in this language; a text that is no :class:`Message` stays as it is."""
    return message.text(language) if isinstance(message, Message) else message


_OS_CODES: Final = {
    errno.ENOENT: "os-no-such-file",
    errno.EACCES: "os-permission",
    errno.EPERM: "os-not-permitted",
    errno.EEXIST: "os-exists",
    errno.EISDIR: "os-is-folder",
    errno.ENOTDIR: "os-no-folder",
    errno.ENOTEMPTY: "os-folder-not-empty",
    errno.ENAMETOOLONG: "os-name-too-long",
    errno.ELOOP: "os-link-loop",
    errno.ENOSPC: "os-disk-full",
    errno.EDQUOT: "os-quota",
    errno.EFBIG: "os-file-too-large",
    errno.EROFS: "os-read-only",
    errno.EIO: "os-io",
    errno.EBUSY: "os-busy",
    errno.EMFILE: "os-too-many-files",
    errno.ENFILE: "os-too-many-files",
    errno.ENOMEM: "os-no-memory",
    errno.EADDRNOTAVAIL: "os-address-unavailable",
}


def os_error_message(error: OSError) -> Message:
    """The reason that the operating system gives, without the name of the file.

    A rare reason stays in the system's words, in both languages.
    """
    code = _OS_CODES.get(error.errno or 0)
    return Message(code) if code else Message("other", {"text": error.strerror or str(error)})


class _Count(int):
    """A number that is followed by its noun: ``{count:move|moves}`` is ``1 move`` or ``2 moves``."""

    def __format__(self, nouns: str) -> str:
        one, _, several = nouns.partition("|")
        return f"{int(self)} {one if self == 1 else several}" if nouns else str(int(self))


def _worded(code: str, params: Mapping[str, object], action: str, language: Language) -> str:
    index = language == "ja"
    text = TEXTS[code][index]
    if params:
        text = text.format(**{name: _word(name, value, language) for name, value in params.items()})
    if not action:
        return text
    return f"{text}。{ACTIONS[action][1]}" if index else f"{text}; {ACTIONS[action][0]}"


def _word(name: str, value: object, language: Language) -> object:
    if isinstance(value, int):
        return _Count(value)
    if isinstance(value, Message):
        return value.text(language)
    if isinstance(value, tuple):
        return (" or " if language == "en" else "か").join(value)
    if name == "infraction":
        return Infraction(str(value)).text(language)
    words = WORDS.get(name)
    if words is not None:
        return words[str(value)][language == "ja"]
    if name == "squares" and language == "ja":
        return "・".join(each[0] + _RANKS[ord(each[1]) - ord("a")] for each in str(value).split(", "))
    return value
