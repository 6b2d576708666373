"""The log of the server on stderr: lines of text, or one JSON object a line."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Final, Literal

LogFormat = Literal["text", "json"]
LOGGERS: Final = ("komadai", "uvicorn")
LINES_A_MINUTE: Final = 10
"""The number of lines with the same text of uvicorn that are logged in a minute."""


def configure(log_format: LogFormat) -> None:
    """Sends the warnings and errors of the server and of uvicorn to stderr in this format."""
    formatter = JsonFormatter() if log_format == "json" else TextFormatter()
    for name in LOGGERS:
        handler = _StderrHandler()
        handler.setFormatter(formatter)
        if name == "uvicorn":
            handler.addFilter(Repetitions())
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(logging.WARNING)
        logger.propagate = False


class Repetitions(logging.Filter):
    """Lets the same text pass a few times in each minute.

    uvicorn logs malformed requests and frames, so any client could fill the disk with such lines.
    """

    def __init__(self) -> None:
        super().__init__()
        self._minute = 0
        self._texts: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written. The last one of a minute says that it is the last."""
        minute = int(record.created // 60)
        if minute != self._minute:
            self._minute = minute
            self._texts.clear()
        text = str(record.msg)
        self._texts[text] += 1
        if self._texts[text] == LINES_A_MINUTE:
            record.msg = f"{text} (more such lines are left out in this minute)"
        return self._texts[text] <= LINES_A_MINUTE


class _StderrHandler(logging.Handler):
    """Writes to the stderr of the moment, which a caller in the same process may have replaced."""

    def emit(self, record: logging.LogRecord) -> None:
        """Writes one event."""
        try:
            sys.stderr.write(self.format(record) + "\n")
        except Exception:
            self.handleError(record)


class TextFormatter(logging.Formatter):
    """``2026-11-27T02:55:01Z WARNING komadai.server: text``, with control characters escaped.

    Parts of a request are in some texts; escaped, they cannot look like further lines of the log.
    """

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%SZ")
        self.converter: Callable[[float | None], time.struct_time] = time.gmtime

    def formatMessage(self, record: logging.LogRecord) -> str:
        """The line without the traceback, which is added by the base class."""
        record.message = "".join(
            each if each.isprintable() else each.encode("unicode_escape").decode()
            for each in record.message.encode("utf-8", "replace").decode()
        )
        return super().formatMessage(record)


class JsonFormatter(logging.Formatter):
    """One JSON object for each event: ``time``, ``level``, ``logger``, ``message``, ``error``.

    A caller adds further fields with ``extra={"fields": {…}}``.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The object as one line."""
        seconds, ms = int(record.created), int(record.msecs)
        line: dict[str, object] = {
            "time": f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(seconds))}.{ms:03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        text = json.dumps(line, ensure_ascii=False, default=str)
        return text.encode("utf-8", "backslashreplace").decode()
