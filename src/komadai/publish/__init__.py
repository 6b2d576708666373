"""Games and positions as pictures, films, pages and sheets: PNG, GIF, MP4, HTML, PDF.

>>> from komadai import kifu, publish
>>> game = kifu.read("startpos moves 7g7f 3c3d 8h2b+")
>>> publish.html(game)[:15]
'<!doctype html>'

``html`` needs nothing; the others need ``pip install 'komadai[publish]'`` and raise
MissingPackageError without it. Pictures of one position as SVG are :meth:`komadai.Board.svg`'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai.publish.still import png

if TYPE_CHECKING:
    from komadai.kifu import Game
    from komadai.outcome import Language
    from komadai.publish.sheet import Paper
    from komadai.publish.walk import Progress

__all__ = ["gif", "html", "mp4", "pdf", "png"]


def gif(
    game: Game,
    *,
    size: int = 480,
    delay: float = 1.0,
    start: int = 0,
    flip: bool = False,
    faces: str = "kaisei",
    language: Language = "en",
    progress: Progress | None = None,
) -> bytes:
    """The main line as an animated GIF that runs for ever, the last position shown longer.

    size: the width in pixels, 160 to 2000. delay: seconds a move, 0.02 to 60. start: the ply of the
    first frame. flip: White at the bottom. faces: as for :meth:`komadai.Board.svg`. language: of the
    moves and of what is said. ``progress(done, total)`` is called after each frame.

    Raises RangeError for a number outside, UnknownStyleError for unknown faces, IllegalMoveError for a
    game with a move that cannot even be played, MissingPackageError.
    """
    from komadai.publish import animation
    from komadai.publish.frames import Film

    return animation.gif(
        Film(
            game, width=size, delay=delay, start=start, flip=flip, faces=faces, language=language,
            progress=progress,
        )
    )  # fmt: skip


def mp4(
    game: Game,
    *,
    size: int = 720,
    delay: float = 1.0,
    start: int = 0,
    flip: bool = False,
    faces: str = "kaisei",
    language: Language = "en",
    progress: Progress | None = None,
) -> bytes:
    """The main line as a film that plays everywhere: MP4 with H.264, no sound. As :func:`gif` otherwise."""
    from komadai.publish import film
    from komadai.publish.frames import Film

    return film.mp4(
        Film(
            game, width=size, delay=delay, start=start, flip=flip, faces=faces, language=language,
            progress=progress,
        )
    )  # fmt: skip


def html(
    game: Game, *, ply: int = 0, flip: bool = False, faces: str = "kaisei", language: Language = "en"
) -> str:
    """The game as one HTML page to click through: variations, comments, times, both languages.

    The page loads nothing and holds no rules: every position is in it. ply: where on the main line it
    opens. language: what it opens in. Raises RangeError for a ply that is not there, UnknownStyleError,
    IllegalMoveError for a game with a move that cannot even be played.
    """
    from komadai.publish import page

    return page.html(game, ply=ply, flip=flip, faces=faces, language=language)


def pdf(
    game: Game,
    *,
    every: int = 20,
    paper: Paper = "a4",
    flip: bool = False,
    language: Language = "en",
) -> bytes:
    """The game for printing: a sheet with all moves and times, then its story with diagrams as in books.

    every: a diagram at least every so many moves, and at the end; 0 for the sheet alone. paper: ``a4`` or
    ``letter``. Raises RangeError, UnknownStyleError for other paper, IllegalMoveError for a game with a
    move that cannot even be played, MissingPackageError.
    """
    from komadai.publish import sheet

    return sheet.pdf(game, every=every, paper=paper, flip=flip, language=language)
