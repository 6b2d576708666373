"""The server's log as text and as JSON."""

from __future__ import annotations

import json
import logging
import sys
from typing import Any

from komadai.server.logs import LINES_A_MINUTE, JsonFormatter, Repetitions, TextFormatter


def record(message: str, *values: object, **changes: Any) -> logging.LogRecord:
    made = logging.LogRecord("komadai.server", logging.WARNING, __file__, 1, message, values, None)
    made.created, made.msecs = 1_700_000_000.25, 250.0
    for name, value in changes.items():
        setattr(made, name, value)
    return made


def failure() -> Any:
    try:
        raise ValueError("no such game")
    except ValueError:
        return sys.exc_info()


def test_a_line_has_time_level_logger_and_text() -> None:
    line = TextFormatter().format(record("game %s ended", "g1"))
    assert line == "2023-11-14T22:13:20Z WARNING komadai.server: game g1 ended"


def test_text_of_a_client_cannot_begin_a_line_of_its_own() -> None:
    line = TextFormatter().format(record("path %s", "/x\n2026 ERROR forged\r\x1b[31m\ud800"))
    assert "\n" not in line
    assert "\r" not in line
    assert "\x1b" not in line
    assert r"/x\n2026" in line
    assert "将棋" in TextFormatter().format(record("将棋"))


def test_a_json_line_is_one_object_with_the_fields_of_the_event() -> None:
    line = JsonFormatter().format(record("refused\n%s", "x", fields={"address": "192.0.2.1"}))
    assert "\n" not in line
    assert json.loads(line) == {
        "time": "2023-11-14T22:13:20.250Z",
        "level": "warning",
        "logger": "komadai.server",
        "message": "refused\nx",
        "address": "192.0.2.1",
    }


def test_a_failure_is_logged_with_its_traceback() -> None:
    assert "ValueError: no such game" in TextFormatter().format(record("x", exc_info=failure()))
    line = JsonFormatter().format(record("x", exc_info=failure()))
    assert json.loads(line)["error"].endswith("ValueError: no such game")


def test_json_takes_values_of_every_type() -> None:
    line = json.loads(JsonFormatter().format(record("x \ud800", fields={"error": ValueError("y")})))
    assert line["error"] == "y"


def test_a_text_that_clients_can_cause_is_written_a_few_times_a_minute() -> None:
    few, begin = Repetitions(), 1_700_000_040
    records = [record("bad request of %s", number, created=begin + 0.001 * number) for number in range(1000)]
    written = [each for each in records if few.filter(each)]
    assert len(written) == LINES_A_MINUTE
    assert written[-1].getMessage() == "bad request of 9 (more such lines are left out in this minute)"
    assert few.filter(record("another text", created=begin + 2))
    assert few.filter(record("bad request of %s", 1000, created=begin + 60))
