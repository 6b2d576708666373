"""Saves a finished game as a record."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

from komadai import kifu
from komadai.cli.shared import output
from komadai.cli.shared.language import localized
from komadai.kifu.tree.from_game import PlayedMove, from_game
from komadai.play.game import GameMachine

if TYPE_CHECKING:
    from komadai.cli.play.variant_game import TerminalVariantGame

FORMATS: Final = {
    ".kif": ("kif", "cp932"),
    ".kifu": ("kif", "utf-8"),
    ".csa": ("csa", "utf-8"),
    ".usi": ("usi", "utf-8"),
}
"""The format and the encoding for each suffix."""
VARIANT_FORMATS: Final = {
    **{suffix: FORMATS[suffix] for suffix in (".kif", ".kifu", ".usi")},
    ".txt": ("western-text", "utf-8"),
}
"""The same for games of variants."""


def check(path: Path, *, of_variant: bool = False) -> None:
    """Makes the folder of a record, before the game instead of after it. Raises Failure if it cannot be
    written there, BadParameter for a name without a known suffix.
    """
    suffixes = VARIANT_FORMATS if of_variant else FORMATS
    if path.suffix.lower() not in suffixes:
        raise typer.BadParameter(
            localized(
                f"{path}: expected a name that ends in {', '.join(suffixes)}",
                f"{path}：ファイル名の末尾は {'、'.join(suffixes)} のどれかにしてください",
            )
        )
    output.make_folder(path.parent)


def save(path: Path, game: GameMachine, names: tuple[str, str]) -> None:
    """Writes the current state of the game. ``names`` are Black's and White's. Raises Failure."""
    record = from_game(
        (PlayedMove(each.move, each.ms) for each in game.moves),
        game.outcome,
        headers={"black": names[0], "white": names[1]},
        started=datetime.now(),
        sfen=game.settings.start_sfen,
    )
    _write(path, record, *FORMATS[path.suffix.lower()])


def save_variant(path: Path, game: TerminalVariantGame, names: tuple[str, str], started: datetime) -> None:
    """Writes the current state of a game of a variant. ``names`` are Black's and White's. Raises Failure."""
    record = from_game(
        game.moves,
        game.outcome,
        headers={"black": names[0], "white": names[1]},
        started=started,
        sfen=game.board.root_sfen(),
        variant=game.board.variant,
    )
    _write(path, record, *VARIANT_FORMATS[path.suffix.lower()])


def _write(path: Path, record: kifu.Game | kifu.VariantGame, format: str, encoding: str) -> None:
    with output.appearing(path) as hidden:
        hidden.write_text(kifu.write(record, format), encoding=encoding, errors="replace", newline="\n")
