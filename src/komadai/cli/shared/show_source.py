"""The game to show: from a file, an archive, standard input or a position given as SFEN."""

from __future__ import annotations

import errno
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import typer

from komadai.cli.shared.console import note_waiting_for_input
from komadai.cli.shared.errors import Failure
from komadai.cli.shared.input import STDIN, games
from komadai.cli.shared.language import localized
from komadai.cli.shared.messages import Note, counted
from komadai.cli.shared.passed_over import PassedOver, print_number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai.kifu import Game, VariantGame
    from komadai.variants import Variant

POSITION: Final = re.compile(
    r"https?://|(?:position[\s_]+)?(?:startpos\b|sfen[\s_]|[0-9+A-Za-z]+(?:/[0-9+A-Za-z]+){8}[\s_])"
)
"""The beginning of a position text that Board reads."""


class Found(NamedTuple):
    """A game and where it is from."""

    name: str
    """The file, or the file in the archive; ``position`` for an SFEN."""
    game: Game | VariantGame
    path: Path | None
    """The file that was read, if it was one."""


def find(words: list[str], number: int, variant: Variant | None = None) -> Found:
    """The game with this number (from 1) in what the words name.

    ``variant`` is the variant of records and positions that do not name one; None: shogi.

    Raises BadParameter if there is no such game or no source of this name, KomadaiError for a source that
    cannot be read.
    """
    text = " ".join(words)
    path = _existing(text) if len(words) == 1 else None
    if text == STDIN:
        return _pick("stdin", _stdin(), number, None, variant)
    if path is not None and path.is_dir():
        raise typer.BadParameter(
            localized(
                f"{text} is a folder; name one file in it",
                f"{text} はフォルダです。中のファイルを一つ指定してください",
            )
        )
    if path is not None:
        return _pick(text, _records(path), number, path, variant)
    if text.startswith("variant ") or (variant is not None and POSITION.match(f"{text} ")):
        return Found("position", _variant_position(text, variant), None)
    if POSITION.match(f"{text} "):
        return Found("position", _position(text), None)
    if len(words) > 1:
        raise typer.BadParameter(
            localized(
                f"expected one file, got {', '.join(words)}",
                f"ファイルは一つだけ指定してください（入力：{'、'.join(words)}）",
            )
        )
    for archive in Path(text).parents:
        if archive.is_file():
            inside = ((name, data) for name, data in _records(archive) if Path(name) == Path(text))
            return _pick(text, inside, number, archive, variant)
    raise Failure.not_read(text, FileNotFoundError(errno.ENOENT, ""))


def _existing(text: str) -> Path | None:
    """The file or folder of this name; None if there is none. A long position is too long for a name."""
    try:
        path = Path(text)
        return path if path.exists() else None
    except (OSError, ValueError):
        return None


def _stdin() -> Iterator[tuple[str, bytes | Exception]]:
    from komadai.kifu.scan import unpacked

    note_waiting_for_input(localized("a record", "棋譜"))
    return unpacked("stdin", sys.stdin.buffer)


def _records(path: Path) -> Iterator[tuple[str, bytes | Exception]]:
    from komadai.kifu.scan import unpacked

    try:
        with path.open("rb") as file:
            yield from unpacked(str(path), file)
    except OSError as error:
        yield str(path), error


def _position(text: str) -> Game:
    from komadai import Board
    from komadai.kifu import Game, read

    position = Board(text).usi_position()
    return read(position, "usi") if " moves " in position else Game(position.removeprefix("sfen "))


def _variant_position(text: str, variant: Variant | None) -> VariantGame:
    """The game of a line of USI (``variant chu startpos moves …``)."""
    from komadai.kifu import Game, read

    game = read(text, "usi", variants=True, variant=variant)
    if isinstance(game, Game):
        raise Failure(localized("expected a position of a variant", "変則将棋の局面を指定してください"))
    return game


def _pick(
    name: str,
    records: Iterator[tuple[str, bytes | Exception]],
    number: int,
    path: Path | None,
    variant: Variant | None,
) -> Found:
    from komadai.kifu import GameBuilder, Report

    seen = 0

    def fail(note: Note) -> None:
        passed_over = PassedOver()
        passed_over.deviations(record, report.since_last_game())
        passed_over.print_rest()
        raise Failure(str(note))

    for record, data in records:
        report = Report()
        for _, game in games(record, data, GameBuilder(variants=True, variant=variant), report, fail):
            seen += 1
            if seen == number:
                if game.warnings:
                    print_number(record, len(game.warnings))
                return Found(record, game, path)
    if not seen:
        raise Failure(localized(f"{name}: there is no record in it", f"{name}：棋譜がありません"))
    raise typer.BadParameter(
        localized(
            f"{name} has {counted(seen, 'game')}, got {number}",
            f"{name} には{seen:,}局しかありません（入力：{number}）",
        ),
        param_hint="--game",
    )
