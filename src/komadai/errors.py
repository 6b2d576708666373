"""Everything that can go wrong, one class per cause.

All of them are :class:`KomadaiError`; each is also the built-in exception that
Python programmers expect at that place (mostly ``ValueError``). The arguments
are kept in ``args`` as they were given, so every error survives pickling, and
the sentence is composed when it is asked for. ``error.message`` has the code of
an error and its text in English and Japanese.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing itself is not imported: it would be a tenth of the import time
    from collections.abc import Sequence
    from typing import Any, Final, Literal, Self

    from komadai._core import Move, VariantMove
    from komadai.enums import Color, Infraction
    from komadai.messages import Message


class KomadaiError(Exception):
    """The root of all errors raised by Komadai."""

    exit_status: int = 2
    """The exit status of the command line: 2 for wrong use, such as an argument that cannot be read; 1 for
    work that failed, such as a file that is not there."""

    @classmethod
    def with_code(cls, code: str, **params: object) -> Self:
        """The error whose first argument is the :class:`~komadai.messages.Message` of this code.

        Not for classes with other arguments (TsumeError, IllegalMoveError, FlagFallenError).
        """
        from komadai.messages import Message

        return cls(Message(code, params))

    @property
    def message(self) -> Message:
        """The message with its code, in English and Japanese; without the line and column.

        The code of an error that has none of its own is ``"other"``, and its text is English.
        """
        from komadai.messages import Message

        reason = getattr(self, "reason", None)
        for each in (reason, *self.args[:1]):
            if isinstance(each, Message):
                return each
        return Message("other", {"text": reason or str(self)})


class FileError(KomadaiError, ValueError):
    """A file that cannot be read or written, is damaged, or is of another kind."""

    exit_status = 1


class InvalidSquareError(KomadaiError, ValueError):
    """A text or number that is no square of the board."""


class InvalidPieceError(KomadaiError, ValueError):
    """A text, number or count that is no piece, or no number of pieces."""


class InvalidMoveError(KomadaiError, ValueError):
    """A text or number that cannot be a move on any board (``7g7z``, ``K*5e``)."""


class RangeError(KomadaiError, ValueError):
    """A number that is too small or too large for what it stands for (a depth, a count, a colour)."""


class ArgumentTypeError(KomadaiError, TypeError):
    """An argument of the wrong type: a text where a Move is expected, a text as a size in pixels."""


def check_type(name: str, value: object, wanted: type | tuple[type, ...], expected: str) -> None:
    """Raises ArgumentTypeError unless the argument ``name`` has a ``wanted`` type, in words ``expected``."""
    if not isinstance(value, wanted):
        from reprlib import repr as shortened

        raise ArgumentTypeError(f"{name}: expected {expected}, got {shortened(value)}")


class UnknownStyleError(KomadaiError, ValueError):
    """A name that is no style of diagrams, piece faces or notation, and no format of records."""


class EvaluationFileError(FileError):
    """A file of evaluation weights that cannot be read: missing, damaged, or something else."""


class ModelFileError(FileError):
    """A network in ONNX that cannot be used: not loaded by onnxruntime, or with other inputs or outputs."""


class TransitionsFileError(FileError):
    """A file of transition probabilities that is none, or a damaged one."""


class TsumeError(KomadaiError, ValueError):
    """A position that cannot be a mate problem, or a line that cannot be a solution.

    ``code`` names the reason (a key of :data:`komadai.message_texts.TSUME`), ``params`` are the values of its
    text: ``number`` and ``move`` of a wrong move in a solution. ``reason`` is both as a
    :class:`~komadai.messages.Message`.
    """

    def __init__(self, code: str, params: dict[str, object] | None = None) -> None:
        from komadai.messages import Message

        super().__init__(code, params or {})
        self.code = code
        self.params: Final = params or {}
        self.reason: Final = Message(code, self.params)

    def __str__(self) -> str:
        return str(self.reason)

    def text(self, language: Literal["en", "ja"] = "en") -> str:
        """The message in English or Japanese."""
        return self.reason.text(language)


class UnknownHandicapError(KomadaiError, ValueError):
    """A name that is no handicap."""


class SfenError(KomadaiError, ValueError):
    """A position text that is no SFEN, or a position that breaks the rules.

    ``field`` is ``"board"``, ``"turn"``, ``"hands"``, ``"move number"`` or
    ``"board and hands"`` (too many of a piece in all), ``rank`` the board's
    rank 1-9 (10 for one too many) where one is to blame, else None, ``reason``
    what is wrong and what was expected, a :class:`~komadai.messages.Message`.
    """

    def __init__(self, reason: str, field: str | None = None, rank: int | None = None) -> None:
        super().__init__(reason, field, rank)
        self.reason = reason
        self.field = field
        self.rank = rank

    def __str__(self) -> str:
        where = [self.field] if self.field else []
        if self.rank is not None:
            where.append(f"rank {self.rank}")
        return f"{', '.join(where)}: {self.reason}" if where else self.reason

    @property
    def message(self) -> Message:
        """The message with its code and the name of the field, in English and Japanese."""
        from komadai.messages import Message

        if self.field is None:
            return super().message
        where = {"field": self.field, "problem": self.reason}
        if self.rank is None:
            return Message("sfen-field", where)
        return Message("sfen-field-rank", {**where, "rank": self.rank})

    def text(self, language: Literal["en", "ja"] = "en") -> str:
        """The message in English or Japanese."""
        return self.message.text(language)


class IllegalMoveError(KomadaiError, ValueError):
    """A move that is against the rules in this position.

    ``move`` is the move (None if ``Board.push_pass`` refused a pass), ``infraction``
    says which rule it breaks.
    """

    def __init__(self, move: Move | VariantMove, infraction: Infraction) -> None:
        super().__init__(move, infraction)
        self.move: Any = move
        self.infraction = infraction

    @property
    def message(self) -> Message:
        """The message that the move is illegal, with the broken rule, in English and Japanese."""
        from komadai.messages import Message

        return Message("move-illegal", {"infraction": self.infraction.value})

    def __str__(self) -> str:
        return f"{self.move or 'a pass'} is illegal: {self.infraction.text('en')}"


class VariantError(KomadaiError, ValueError):
    """A definition of a variant that cannot be read, or the name of a variant or option that does not exist.

    ``reason`` says what is wrong and what was expected, a :class:`~komadai.messages.Message`; ``line`` (from
    1) and ``path`` say where, None if unknown.
    """

    def __init__(self, reason: str, line: int | None = None, path: str | None = None) -> None:
        super().__init__(reason, line, path)
        self.reason = reason
        self.line = line
        self.path = path

    def at_line(self, line: int | None) -> VariantError:
        """The same error at a line."""
        return VariantError(self.reason, line, self.path)

    def at(self, path: str) -> VariantError:
        """The same error in a file."""
        return VariantError(self.reason, self.line, path)

    def __str__(self) -> str:
        where = [self.path] if self.path else []
        if self.line is not None:
            where.append(f"line {self.line}")
        return f"{', '.join(where)}: {self.reason}" if where else str(self.reason)


class NotationError(KomadaiError, ValueError):
    """A text that cannot be read as a move, a position or a record.

    ``reason`` says what is wrong and what was expected, ``text`` is what was
    read, ``line`` and ``column`` (both from 1) say where, None if unknown.
    """

    def __init__(
        self, reason: str, text: str | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(reason, text, line, column)
        self.reason = reason
        self.text = text
        self.line = line
        self.column = column

    def __str__(self) -> str:
        where = [
            f"{name} {number}"
            for name, number in (("line", self.line), ("column", self.column))
            if number is not None
        ]
        sentence = self.reason if self.text is None else f"{self.reason}: {self.text!r}"
        return f"{', '.join(where)}: {sentence}" if where else sentence


class AmbiguousMoveError(NotationError):
    """A text that could mean several moves; ``candidates`` are all of them."""

    def __init__(self, text: str, candidates: Sequence[Move | VariantMove]) -> None:
        from komadai.messages import Message

        self.candidates: Final = tuple(candidates)
        super().__init__(Message("move-ambiguous", {"moves": tuple(map(str, self.candidates))}), text)
        self.args: tuple[Any, ...] = (text, self.candidates)


class RecordError(KomadaiError, ValueError):
    """A record that cannot be read, or that deviates from its format where that is not allowed.

    ``reason`` says what is wrong and what was expected, ``line`` and ``column`` (both from 1, 0 if the
    whole is meant) say where, ``text`` is what stands there.
    """

    exit_status = 1

    def __init__(self, reason: str, line: int = 0, column: int = 0, text: str = "") -> None:
        super().__init__(reason, line, column, text)
        self.reason = reason
        self.line = line
        self.column = column
        self.text = text

    def __str__(self) -> str:
        where = f"line {self.line}, column {self.column}: " if self.line else ""
        return f"{where}{self.reason}{f': {self.text!r}' if self.text else ''}"


class EditError(KomadaiError, ValueError):
    """A change of a game that cannot be made: of a move of another game, of the root."""


class LossError(KomadaiError, ValueError):
    """A game that a file cannot hold; ``losses`` are what it cannot."""

    def __init__(self, where: str, losses: Sequence[str]) -> None:
        super().__init__(where, losses)
        self.losses: Final = tuple(losses)

    def __str__(self) -> str:
        return f"{self.args[0]} cannot hold {', '.join(self.losses)}"


class BookError(FileError):
    """An opening book that cannot be read, or written in a format.

    ``reason`` says what is wrong and what was expected; ``line`` (from 1, 0 if the whole is meant) or, in a
    file that is not read from its beginning, ``offset`` (bytes from 0, else None) say where, ``text`` is what
    stands there.
    """

    def __init__(self, reason: str, line: int = 0, offset: int | None = None, text: str = "") -> None:
        super().__init__(reason, line, offset, text)
        self.reason = reason
        self.line = line
        self.offset = offset
        self.text = text

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        if self.offset is not None:
            where = f"byte {self.offset}: "
        return f"{where}{self.reason}{f': {self.text!r}' if self.text else ''}"


class DatabaseError(FileError):
    """A game database that cannot be opened, read or written."""


class PackedPositionError(KomadaiError, ValueError):
    """Bytes that are no packed (or pickled) position, or a position that cannot be packed."""

    exit_status = 1


class ClockError(KomadaiError, ValueError):
    """A time control that makes no sense, or something a clock cannot do in its state."""


class FlagFallenError(ClockError):
    """The time of ``color`` was up before what was asked of the clock."""

    def __init__(self, color: Color) -> None:
        super().__init__(color)
        self.color = color

    @property
    def message(self) -> Message:
        """The message with the side whose time was up, in English and Japanese."""
        from komadai.messages import Message

        return Message("flag-fallen", {"side": self.color.name.lower()})

    def __str__(self) -> str:
        return str(self.message)


class DeclarationError(KomadaiError, ValueError):
    """A declaration that the impasse rule of the game does not know."""


class ConfigError(FileError):
    """The user's config file cannot be read; the message names the file and the key."""


class EngineError(KomadaiError):
    """Something went wrong with an engine, a separate process."""

    exit_status = 1


class EngineCrashed(EngineError):
    """The engine's process ended, or could not be started."""


class EngineTimeout(EngineError, TimeoutError):
    """The engine did not answer in time."""


class EngineUsageError(EngineError, ValueError):
    """The engine cannot be asked this: an unknown option, a bad limit, or it is thinking or closed."""

    exit_status = 2


class EngineProtocolError(EngineError):
    """The engine said something that is not USI here, or played an illegal move."""


class ReviewError(KomadaiError, ValueError):
    """A game that cannot be reviewed: one of a variant, or from a position against the rules."""


class MissingPackageError(KomadaiError, ImportError):
    """Something was asked for that needs a package that is not installed.

    The text names the package, and the extra of Komadai that installs it. ``name`` is the package's name in
    an import.
    """

    exit_status = 1

    @classmethod
    def of(cls, package: str, extra: str) -> MissingPackageError:
        """The error for a package that comes with an extra."""
        from komadai.messages import Message

        return cls(Message("missing-package", {"package": package, "extra": extra}), name=package)


def error_in_japanese(error: Exception) -> str:
    """The message, its place, and the text that was read there; ``str(error)`` says it in English.

    An error whose message has no code is in English, too.
    """
    if not isinstance(error, KomadaiError):
        return str(error)
    japanese = error.message.text("ja")
    if isinstance(error, (NotationError, RecordError, BookError)):
        if error.text:
            japanese = f"{japanese}「{error.text}」"
        column = getattr(error, "column", None)
        place = f"{error.line}行目" if error.line else ""
        place += f"{column}文字目" if column else ""
        if isinstance(error, BookError) and error.offset is not None:
            place = f"{error.offset}バイト目"
        if place:
            japanese = f"{place}：{japanese}"
    return japanese
