"""Reads KIF and KI2 records, written by programs or by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from komadai.errors import RecordError
from komadai.kifu.formats.kif.fast_reader import read_regular
from komadai.kifu.formats.kif.game_reader import GameReader
from komadai.kifu.formats.kif.header_reader import begins_game
from komadai.kifu.formats.kif.line_patterns import FILLER, RUN, SIGN
from komadai.kifu.reading import filler_lines
from komadai.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from komadai.kifu.diagnostics import Report
    from komadai.kifu.reading.visitor import Visitor

__all__ = ["SIGN", "parse", "parse_pieces"]


def parse(text: str, visitor: Visitor[Any], report: Report) -> Iterator[Any]:
    """Reads the games of a KIF or KI2 text; see :class:`komadai.kifu.formats.registry.Parse`."""
    return parse_pieces([(text, True)], visitor, report)


def parse_pieces(
    pieces: Iterable[tuple[str, bool]], visitor: Visitor[Any], report: Report, *, line_by_line: bool = False
) -> Iterator[Any]:
    """Reads the games of a text that comes in pieces of whole lines, each with whether it is the last one.

    ``line_by_line`` turns off the fast readers, which must not change the result.
    """
    reader = GameReader(visitor, report)
    line_number = games = 0
    for text, is_last in pieces:
        at = 0
        while at < len(text):
            if not reader.is_open and not line_by_line and not report.has_news:
                game = read_regular(text, at, is_last)
                if game is not None:
                    games += 1
                    line_number += game.lines
                    at = game.end
                    yield visitor.main_line(game.line)
                    continue
            is_over = False
            while at < len(text) and not is_over:
                if not line_by_line and (start := RUN.match(text, at)):
                    run = reader.read_run(text, at, numbered=start[1] is not None)
                    if run is not None:
                        line_number += run.lines
                        at = run.end
                        continue
                if (end_of_blank := filler_lines.blank(text, at)) > at:
                    line_number += text.count("\n", at, end_of_blank)
                    at = end_of_blank
                    reader.after_blank = True
                    continue
                if count := FILLER.lines(text, at):
                    reader.leave_out_filler(count, line_number + 1, text[at])
                    line_number += count
                    at += 2 * count
                    continue
                end = text.find("\n", at)
                line = text[at:] if end < 0 else text[at:end]
                if reader.in_moves and begins_game(line):
                    is_over = True
                    games += 1
                    yield reader.finish()
                    continue
                at = len(text) if end < 0 else end + 1
                line_number += 1
                if line and not line.isspace():
                    reader.read_line(line, line_number)
                    reader.after_blank = False
    if reader.is_open:
        games += 1
        yield reader.finish()
    if not games:
        raise RecordError(Message("record-empty"))
