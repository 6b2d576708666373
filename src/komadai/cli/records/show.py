"""``komadai show``: a game in the terminal, as a picture, a film, a page, a sheet."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from komadai.cli.shared import output
from komadai.cli.shared.errors import Failure
from komadai.cli.shared.language import Language, system_language
from komadai.cli.shared.messages import counted, printable
from komadai.errors import MissingPackageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from komadai import Board
    from komadai.cli.records.show_source import Found
    from komadai.kifu import Game


class Kind(StrEnum):
    """What can be made of a game; each is the ending of its files."""

    SVG = "svg"
    PNG = "png"
    GIF = "gif"
    MP4 = "mp4"
    HTML = "html"
    PDF = "pdf"


class Faces(StrEnum):
    """The sets of piece faces."""

    KAISEI = "kaisei"
    YUJI = "yuji"
    WESTERN = "western"
    MOVES = "moves"


class Paper(StrEnum):
    """The papers."""

    A4 = "a4"
    LETTER = "letter"


PICTURES: Final = frozenset({Kind.SVG, Kind.PNG})
FILMS: Final = frozenset({Kind.GIF, Kind.MP4})
DRAWN: Final = PICTURES | FILMS | {Kind.HTML}
ONLY_FOR: Final = {
    "--size": PICTURES | FILMS,
    "--delay": FILMS,
    "--faces": DRAWN,
    "--every": frozenset({Kind.PDF}),
    "--paper": frozenset({Kind.PDF}),
    "--output": frozenset(Kind),
}
"""The options that mean something only for some kinds."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be shown, and how. None where nothing was said."""

    ply: int | None
    flip: bool
    language: Language
    faces: Faces | None
    size: int | None
    delay: float | None
    every: int | None
    paper: Paper | None

    def given(self) -> Iterator[str]:
        """The options that were given and are not for every kind."""
        for name in ("size", "delay", "faces", "every", "paper"):
            if getattr(self, name) is not None:
                yield f"--{name}"


def show(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE",
            help="A record of any format, one in an archive ([b]games.zip/Wada.kif[/]), [b]-[/] for standard "
            "input, or a position as SFEN.",
        ),
    ],
    ply: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="N",
            help="After move N, 0 being the start; the end if left out. Films begin there.",
        ),
    ] = None,
    number: Annotated[
        int, typer.Option("--game", min=1, metavar="N", help="Which game, where there are several.")
    ] = 1,
    svg: Annotated[bool, typer.Option("--svg", help="The position as a vector picture.")] = False,
    png: Annotated[bool, typer.Option("--png", help="The position as a picture.")] = False,
    gif: Annotated[bool, typer.Option("--gif", help="The game as an animated picture.")] = False,
    mp4: Annotated[bool, typer.Option("--mp4", help="The game as a film.")] = False,
    html: Annotated[bool, typer.Option("--html", help="The game as a page to click through.")] = False,
    pdf: Annotated[bool, typer.Option("--pdf", help="The game on paper: a sheet, and diagrams.")] = False,
    out: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT",
            help="The file (its ending tells the kind, too), a folder, or [b]-[/] for standard output.",
        ),
    ] = None,
    flip: Annotated[bool, typer.Option("--flip", help="White at the bottom.")] = False,
    faces: Annotated[
        Faces | None, typer.Option(metavar="NAME", help="Pieces: kaisei, yuji, western or moves.")
    ] = None,
    size: Annotated[
        int | None, typer.Option(metavar="PIXELS", help="The width of a picture or film.")
    ] = None,
    delay: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="How long a film shows a move.")
    ] = None,
    every: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="On paper a diagram at least every N moves (20); 0 for the sheet alone."
        ),
    ] = None,
    paper: Annotated[Paper | None, typer.Option(metavar="NAME", help="a4 or letter.")] = None,
    lang: Annotated[
        Language | None, typer.Option(metavar="LANGUAGE", help="en or ja; your system's if left out.")
    ] = None,
) -> None:
    """Show a game: here, or as a picture, a film, a page, on paper.

    Example: [b]komadai show game.kif --ply 40 --png[/]
    """
    from komadai.cli.records import show_source, show_text

    chosen = [kind for kind, wanted in zip(Kind, (svg, png, gif, mp4, html, pdf), strict=True) if wanted]
    if out is None and len(words) == 2 and chosen and words[1].lower().endswith(f".{chosen[0]}"):
        # "show game.kif --svg game.svg", as "board --svg game.svg" has it.
        words, out = words[:1], words[1]
    kind = _kind(chosen, out)
    wish = Wish(ply, flip, lang or system_language(), faces, size, delay, every, paper)
    _check(wish, kind, out)
    found = show_source.find(words, number)
    errors = Console(stderr=True)
    if found.game.warnings:
        told = f"{counted(len(found.game.warnings), 'warning')}; komadai convert --check lists them"
        _say(errors, printable(f"{found.name}: {told}"))
    last = found.game.end.ply
    if ply is not None and ply > last:
        raise typer.BadParameter(f"the game has {counted(last, 'move')}, got {ply}", param_hint="--ply")
    if kind is None:
        show_text.show(
            Console(highlight=False), found.game, last if ply is None else ply, flip, wish.language
        )
        return
    place = _place(out, found, kind, ply)
    try:
        data = _make(found.game, kind, wish, errors)
        if kind in FILMS | {Kind.PDF}:
            _warn_of_boxes(found.game, errors)
    except MissingPackageError as error:
        raise Failure(str(error)) from error
    if place is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    with output.appearing(place) as hidden:
        hidden.write_bytes(data)
    _say(errors, str(place))


def _warn_of_boxes(game: Game, errors: Console) -> None:
    from komadai.publish.coverage import missing

    lacking = "".join(missing(game))
    if lacking:
        shown = printable(lacking if len(lacking) <= 20 else f"{lacking[:20]}…")
        _say(errors, f"warning: no font on this machine has {shown}; boxes stand for them")


def _say(errors: Console, sentence: str) -> None:
    errors.print(sentence, markup=False, highlight=False, soft_wrap=True)


def _kind(chosen: list[Kind], out: str | None) -> Kind | None:
    if len(chosen) > 1:
        raise typer.BadParameter(f"one kind at a time, got {' and '.join(f'--{kind}' for kind in chosen)}")
    if chosen:
        return chosen[0]
    if out is None:
        return None
    ending = Path(out).suffix.lower().removeprefix(".")
    if ending not in list(Kind):
        raise typer.BadParameter(
            f"expected a name that ends in {', '.join(f'.{kind}' for kind in Kind)}, or one of "
            f"{', '.join(f'--{kind}' for kind in Kind)}; got {out!r}",
            param_hint="--output",
        )
    return Kind(ending)


def _check(wish: Wish, kind: Kind | None, out: str | None) -> None:
    """Raises BadParameter for an option that means nothing here."""
    given = [*wish.given(), *(["--output"] if out is not None else [])]
    for option in given:
        if kind not in ONLY_FOR[option]:
            kinds = [f"--{each}" for each in Kind if each in ONLY_FOR[option]]
            raise typer.BadParameter(f"is only for {', '.join(kinds)}", param_hint=option)
    if kind is Kind.PDF and wish.ply is not None:
        raise typer.BadParameter("paper has the whole game: leave it out with --pdf", param_hint="--ply")


def _place(out: str | None, found: Found, kind: Kind, ply: int | None) -> Path | None:
    """The file to write; None for standard output."""
    read = {each for each in [output.identity(found.path) if found.path else None] if each}
    if out == "-" or (out is None and not sys.stdout.isatty()):
        if sys.stdout.isatty() and kind not in (Kind.SVG, Kind.HTML):
            raise typer.BadParameter(f"a terminal cannot show {kind.upper()}", param_hint="--output")
        return None
    name = "game" if found.name == "stdin" else output.stem(found.name)
    name += f"-{ply}" if ply is not None and kind in PICTURES else ""
    if out is None:
        path = Path(f"{name}.{kind}")
        if path.exists():
            raise Failure(f"{path} exists; name it with -o to replace it")
        return output.place(str(path), read, "--output")
    if out.endswith(("/", os.sep)) or Path(out).is_dir():
        out = str(Path(out) / f"{name}.{kind}")
    return output.place(out, read, "--output")


def _make(game: Game, kind: Kind, wish: Wish, errors: Console) -> bytes:
    from komadai import publish

    options: dict[str, Any] = {"flip": wish.flip}
    if wish.faces is not None:
        options["faces"] = wish.faces.value
    if wish.size is not None:
        options["size"] = wish.size
    if kind in PICTURES:
        board = _board(game, wish.ply)
        coordinates = "japanese" if wish.language is Language.JA else "western"
        options["coordinates"] = coordinates
        return publish.png(board, **options) if kind is Kind.PNG else board.svg(**options).encode()
    options["language"] = wish.language.value
    if kind in FILMS:
        if wish.delay is not None:
            options["delay"] = wish.delay
        with _bar(errors) as progress:
            film: Callable[..., bytes] = publish.gif if kind is Kind.GIF else publish.mp4
            return film(game, start=wish.ply or 0, progress=progress, **options)
    if kind is Kind.HTML:
        return publish.html(game, ply=wish.ply or 0, **options).encode()
    if wish.every is not None:
        options["every"] = wish.every
    if wish.paper is not None:
        options["paper"] = wish.paper.value
    return publish.pdf(game, **options)


def _board(game: Game, ply: int | None) -> Board:
    nodes = [game.root, *game.main_line()]
    return game.board(nodes[-1 if ply is None else ply])


@contextmanager
def _bar(errors: Console) -> Iterator[Callable[[int, int], object]]:
    """A progress bar on stderr, where a person looks on."""
    columns = (TextColumn("{task.completed}/{task.total} moves"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress:
        task = progress.add_task("film", total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
