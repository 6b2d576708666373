"""Failures of commands whose input was right, and the text of an error in the current language."""

from __future__ import annotations

from komadai.cli.shared.language import Language, current_language, localized
from komadai.errors import KomadaiError
from komadai.messages import error_in_japanese, os_error_message, text_in


class Failure(KomadaiError):
    """The command could not do its work: a file cannot be written, a port is taken. The text says why."""

    @classmethod
    def not_written(cls, path: object, error: OSError) -> Failure:
        """The failure for a file that cannot be written."""
        reason = error_text(error)
        return cls(localized(f"{path}: cannot be written: {reason}", f"{path}：書き込めません：{reason}"))

    @classmethod
    def not_read(cls, path: object, error: OSError) -> Failure:
        """The failure for a file that cannot be read."""
        reason = error_text(error)
        return cls(localized(f"{path}: cannot be read: {reason}", f"{path}：読み込めません：{reason}"))


def error_text(error: Exception) -> str:
    """The text of an error in the current language; of an OSError the reason without the file's name."""
    if isinstance(error, OSError):
        return text_in(os_error_message(error), current_language().value)
    if current_language() is Language.EN:
        return str(error)
    return error_in_japanese(error)
