"""Failures of commands whose input was right, and the text of an error in the current language."""

from __future__ import annotations

from typing import Final

from komadai.cli.shared.language import Language, current_language, localized
from komadai.errors import KomadaiError, error_in_japanese
from komadai.messages import os_error_message, text_in

FAILED: Final = 1
BAD_INPUT: Final = 2


def status_of(error: KomadaiError) -> int:
    """The exit status: BAD_INPUT for a command line that is wrong, FAILED for work that failed.

    What is in a file, or whether there is one, is not a matter of the command line.
    """
    return FAILED if isinstance(error.__cause__, (OSError, UnicodeError)) else error.exit_status


class Failure(KomadaiError):
    """The command could not do its work: a file cannot be written, a port is taken. The text says why."""

    exit_status = FAILED

    @classmethod
    def not_written(cls, path: object, error: OSError) -> Failure:
        """The failure for a file that cannot be written."""
        reason = error_text(error)
        return cls(localized(f"{path}: cannot be written: {reason}", f"{path}：書き込めません：{reason}"))

    @classmethod
    def not_read(cls, path: object, error: OSError | UnicodeError) -> Failure:
        """The failure for a file that cannot be read, or is no text in UTF-8."""
        reason = (
            error_text(error)
            if isinstance(error, OSError)
            else localized("not UTF-8", "UTF-8 ではありません")
        )
        return cls(localized(f"{path}: cannot be read: {reason}", f"{path}：読み込めません：{reason}"))


def error_text(error: Exception) -> str:
    """The text of an error in the current language; of an OSError the reason without the file's name."""
    if isinstance(error, OSError):
        return text_in(os_error_message(error), current_language().value)
    if current_language() is Language.EN:
        return str(error)
    return error_in_japanese(error)
