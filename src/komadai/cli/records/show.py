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
from komadai.cli.shared.console import error_console, output_console, write_line
from komadai.cli.shared.errors import Failure
from komadai.cli.shared.language import Language, current_language, japanese_help, localized
from komadai.cli.shared.messages import counted, printable
from komadai.cli.shared.options import argument, option, with_groups
from komadai.cli.shared.variant_name import variant_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from komadai.cli.shared.show_source import Found
    from komadai.kifu import Game, VariantGame


class Kind(StrEnum):
    """The kinds of output; each is the suffix of its files."""

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
    TWO = "two"
    BILINGUAL = "bilingual"
    WESTERN = "western"
    ANIMALS = "animals"
    MOVES = "moves"


class Paper(StrEnum):
    """The papers."""

    A4 = "a4"
    LETTER = "letter"


OF_VARIANTS: Final = frozenset({None, Kind.SVG, Kind.PNG})
"""The kinds of output of games of variants; None: the terminal."""
VARIANT_STYLES: Final = {
    Faces.KAISEI: "one",
    Faces.TWO: "two",
    Faces.WESTERN: "letters",
    Faces.MOVES: "moves",
}
"""The sets of faces of variants, and what pictures of variants call them."""
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
"""The options that are only for some kinds."""


@dataclass(frozen=True, slots=True)
class ShowOptions:
    """The options of the command; None for those that were not given."""

    ply: Annotated[
        int | None,
        option(
            "Show the position after move N; 0 is the start. The end if left out. Films begin there.",
            "N手目の局面を表示する。0 は開始局面、省略時は終局図。動画はここから始まる。",
            min=0,
            metavar="N",
        ),
    ] = None
    flip: Annotated[
        bool, option("Show the board from White's side.", "盤を後手側から表示する。", "--flip")
    ] = False
    faces: Annotated[
        Faces | None,
        option(
            "The pieces: kaisei, yuji, two, bilingual, western, animals or moves.",
            "駒の書体：kaisei、yuji、two、bilingual、western、animals、moves。",
            metavar="NAME",
        ),
    ] = None
    size: Annotated[
        int | None, option("The width of a picture or film.", "画像・動画の幅。", metavar="PIXELS")
    ] = None
    delay: Annotated[
        float | None,
        option("The time for which a film shows each move.", "動画で一手を表示する時間。", metavar="SECONDS"),
    ] = None
    every: Annotated[
        int | None,
        option(
            "In a PDF, a diagram at least every N moves (20 if left out); 0: only the score sheet.",
            "PDF で図面を入れる間隔（手数、省略時は20）。0 は棋譜用紙だけ。",
            metavar="N",
        ),
    ] = None
    paper: Annotated[
        Paper | None, option("The paper size: a4 or letter.", "用紙：a4、letter。", metavar="NAME")
    ] = None

    @property
    def language(self) -> Language:
        """That of the command line."""
        return current_language()

    def names(self) -> Iterator[str]:
        """The options that were given and are not for every kind."""
        for name in ("size", "delay", "faces", "every", "paper"):
            if getattr(self, name) is not None:
                yield f"--{name}"


@japanese_help("""例：[b]komadai show game.kif --ply 40 --png[/]""")
@with_groups
def show(
    words: Annotated[
        list[str],
        argument(
            "A record of any format, one in an archive ([b]games.zip/Wada.kif[/]), [b]-[/] for "
            "standard input, or a position ([b]startpos[/], an SFEN, a USI position with moves).",
            "棋譜ファイル（形式は問わない）、書庫の中の棋譜（[b]games.zip/Wada.kif[/]）、"
            "標準入力の [b]-[/]、または局面（[b]startpos[/]、SFEN、指し手の付いた USI の position）"
            "。",
            metavar="FILE",
        ),
    ],
    number: Annotated[
        int,
        option(
            "The number of the game in a file with several.",
            "複数の対局があるファイルの何局目か。",
            "--game",
            min=1,
            metavar="N",
        ),
    ] = 1,
    svg: Annotated[
        bool, option("Make an SVG picture of the position.", "局面を SVG の図にする。", "--svg")
    ] = False,
    png: Annotated[
        bool, option("Make a PNG picture of the position.", "局面を PNG の画像にする。", "--png")
    ] = False,
    gif: Annotated[
        bool, option("Make an animated GIF of the game.", "対局を動く GIF にする。", "--gif")
    ] = False,
    mp4: Annotated[
        bool, option("Make an MP4 film of the game.", "対局を MP4 の動画にする。", "--mp4")
    ] = False,
    html: Annotated[
        bool,
        option(
            "Make an HTML page with a board to step through the game.",
            "対局を、盤で手順を追える HTML にする。",
            "--html",
        ),
    ] = False,
    pdf: Annotated[
        bool,
        option(
            "Make a PDF of the game: a score sheet and diagrams.",
            "対局を PDF（棋譜用紙と図面）にする。",
            "--pdf",
        ),
    ] = False,
    out: Annotated[
        str | None,
        option(
            "The file (its suffix can choose the kind), a folder, or [b]-[/] for standard output.",
            "ファイル（拡張子で種類を選べる）、フォルダ、[b]-[/] は標準出力。",
            "--output",
            "-o",
            metavar="OUT",
        ),
    ] = None,
    variant: Annotated[
        str | None,
        option(
            "The variant of records and positions that do not name one: a name or a definition file.",
            "変則将棋の名前が書かれていない棋譜と局面の種類：名前か定義ファイル。",
            "--variant",
            metavar="NAME",
        ),
    ] = None,
    *,
    given: ShowOptions,
) -> None:
    """Example: [b]komadai show game.kif --ply 40 --png[/]"""
    from komadai.cli.records import show_text
    from komadai.cli.shared import show_source
    from komadai.kifu import Game

    chosen = [kind for kind, wanted in zip(Kind, (svg, png, gif, mp4, html, pdf), strict=True) if wanted]
    if out is None and len(words) == 2 and chosen and words[1].lower().endswith(f".{chosen[0]}"):
        # "show game.kif --svg game.svg", like "board --svg game.svg".
        words, out = words[:1], words[1]
    kind = _kind(chosen, out)
    _check(given, kind, out)
    found = show_source.find(words, number, None if variant in (None, "shogi") else variant_named(variant))
    stderr = error_console()
    ply = _ply(found.game, given.ply)
    if kind is None:
        show_text.show(output_console(), found.game, ply, given.flip, given.language)
        return
    _check_game(found.game, kind, given.faces)
    place = _place(out, found, kind, given.ply)
    data = _make(found.game, kind, given, stderr)
    if kind in FILMS | {Kind.PDF} and isinstance(found.game, Game):
        _warn_of_boxes(found.game, stderr)
    _write(place, data, stderr)


def _write(place: Path | None, data: bytes, stderr: Console) -> None:
    if place is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    with output.appearing(place) as hidden:
        hidden.write_bytes(data)
    _print_note(stderr, str(place))


def _warn_of_boxes(game: Game, stderr: Console) -> None:
    from komadai.publish.coverage import missing

    lacking = "".join(missing(game))
    if lacking:
        shown = printable(lacking if len(lacking) <= 20 else f"{lacking[:20]}…")
        _print_note(
            stderr,
            localized(
                f"warning: no font on this machine has {shown}; they are shown as boxes",
                f"警告：{shown} を含むフォントがないため、四角で表示します",
            ),
        )


def _print_note(stderr: Console, sentence: str) -> None:
    write_line(stderr, sentence)


def _ply(game: Game | VariantGame, ply: int | None) -> int:
    """The ply to show. Raises BadParameter for one after the end."""
    last = game.end.ply
    if ply is not None and ply > last:
        raise typer.BadParameter(
            localized(
                f"the game has {counted(last, 'move')}, got {ply}",
                f"この対局は{last:,}手までです（入力：{ply}）",
            ),
            param_hint="--ply",
        )
    return last if ply is None else ply


def _kind(chosen: list[Kind], out: str | None) -> Kind | None:
    if len(chosen) > 1:
        raise typer.BadParameter(
            localized(
                f"expected one kind, got {' and '.join(f'--{kind}' for kind in chosen)}",
                f"種類は一つだけ指定してください（入力：{' '.join(f'--{kind}' for kind in chosen)}）",
            )
        )
    if chosen:
        return chosen[0]
    if out is None:
        return None
    ending = Path(out).suffix.lower().removeprefix(".")
    if ending not in list(Kind):
        raise typer.BadParameter(
            localized(
                f"expected a name that ends in {', '.join(f'.{kind}' for kind in Kind)}, or one of "
                f"{', '.join(f'--{kind}' for kind in Kind)}; got {out!r}",
                f"末尾が {'、'.join(f'.{kind}' for kind in Kind)} のファイル名か、"
                f"{'、'.join(f'--{kind}' for kind in Kind)} を指定してください（入力：{out!r}）",
            ),
            param_hint="--output",
        )
    return Kind(ending)


def _check(given: ShowOptions, kind: Kind | None, out: str | None) -> None:
    """Raises BadParameter for an option that does not apply to this kind."""
    options = [*given.names(), *(["--output"] if out is not None else [])]
    for name in options:
        if kind not in ONLY_FOR[name]:
            kinds = [f"--{each}" for each in Kind if each in ONLY_FOR[name]]
            raise typer.BadParameter(
                localized(f"is only for {', '.join(kinds)}", f"{'、'.join(kinds)} でだけ使えます"),
                param_hint=name,
            )
    if kind is Kind.PDF and given.ply is not None:
        raise typer.BadParameter(
            localized("a PDF has the whole game: leave out --ply", "PDF は対局全体なので --ply は使えません"),
            param_hint="--ply",
        )


def _check_game(game: Game | VariantGame, kind: Kind | None, faces: Faces | None) -> None:
    """Raises BadParameter for what is not made of games of variants."""
    from komadai.kifu import Game

    if isinstance(game, Game):
        return
    if kind not in OF_VARIANTS:
        raise typer.BadParameter(
            localized(
                f"games of variants are shown in the terminal, as --svg and as --png; this one is of "
                f"{game.variant.name}",
                f"変則将棋（{game.variant.name}）の棋譜は、端末・--svg・--png でだけ表示できます",
            ),
            param_hint=f"--{kind}",
        )
    if faces is not None and faces not in VARIANT_STYLES:
        names = ", ".join(VARIANT_STYLES)
        raise typer.BadParameter(
            localized(f"a variant’s pieces have the faces {names}", f"変則将棋の駒の書体は {names} です"),
            param_hint="--faces",
        )


def _place(out: str | None, found: Found, kind: Kind, ply: int | None) -> Path | None:
    """The file to write; None for standard output."""
    read = {each for each in [output.identity(found.path) if found.path else None] if each}
    if out == "-" or (out is None and not sys.stdout.isatty()):
        if sys.stdout.isatty() and kind not in (Kind.SVG, Kind.HTML):
            raise typer.BadParameter(
                localized(
                    f"a terminal cannot show {kind.upper()}", f"端末に {kind.upper()} は表示できません"
                ),
                param_hint="--output",
            )
        return None
    name = "game" if found.name == "stdin" else output.stem(found.name)
    name += f"-{ply}" if ply is not None and kind in PICTURES else ""
    if out is None:
        path = Path(f"{name}.{kind}")
        if path.exists():
            raise Failure(
                localized(
                    f"{path} exists; name it with -o to replace it",
                    f"{path} は既にあります。上書きするには -o で指定してください",
                )
            )
        return output.place(str(path), read, "--output")
    if out.endswith(("/", os.sep)) or Path(out).is_dir():
        out = str(Path(out) / f"{name}.{kind}")
    return output.place(out, read, "--output")


def _make(game: Game | VariantGame, kind: Kind, given: ShowOptions, stderr: Console) -> bytes:
    from komadai import publish
    from komadai.kifu import Game

    options: dict[str, Any] = {"flip": given.flip}
    if not isinstance(game, Game):
        options["last_move"] = game.board(_node(game, given.ply)).peek()
        if given.faces is not None:
            options["style"] = VARIANT_STYLES[given.faces]
    elif given.faces is not None:
        options["faces"] = given.faces.value
    if given.size is not None:
        options["size"] = given.size
    if kind in PICTURES:
        node = _node(game, given.ply)
        board = game.board(node)
        if isinstance(game, Game):
            options["coordinates"] = "japanese" if given.language is Language.JA else "western"
        return publish.png(board, **options) if kind is Kind.PNG else board.svg(**options).encode()
    assert isinstance(game, Game), "other kinds are only for games of shogi"
    options["language"] = given.language.value
    if kind in FILMS:
        if given.delay is not None:
            options["delay"] = given.delay
        with _bar(stderr) as progress:
            film: Callable[..., bytes] = publish.gif if kind is Kind.GIF else publish.mp4
            return film(game, start=given.ply or 0, progress=progress, **options)
    if kind is Kind.HTML:
        return publish.html(game, ply=given.ply or 0, **options).encode()
    if given.every is not None:
        options["every"] = given.every
    if given.paper is not None:
        options["paper"] = given.paper.value
    return publish.pdf(game, **options)


def _node(game: Game | VariantGame, ply: int | None) -> Any:
    """The node after this number of moves of the main line; None: the last."""
    return [game.root, *game.main_line()][-1 if ply is None else ply]


@contextmanager
def _bar(stderr: Console) -> Iterator[Callable[[int, int], object]]:
    """A progress bar on stderr, if that is a terminal."""
    columns = (TextColumn("{task.completed}/{task.total} moves"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=stderr, transient=True, disable=not stderr.is_terminal) as progress:
        task = progress.add_task("film", total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
