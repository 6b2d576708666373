"""A film as an animated GIF."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Final

from komadai.diagram import svg
from komadai.publish import typeset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL.Image import Image

    from komadai.publish.frames import Film

COLOURS: Final = 160
"""The number of colours for the whole film; most of them are shades of the wood."""
_SWATCH: Final = 8


def gif(film: Film) -> bytes:
    """The film as a GIF that repeats forever.

    All frames share one palette, and contain only the pixels that have changed.
    """
    pil = typeset.pillow()
    palette = _palette(film)
    durations: list[int] = []

    def reduced() -> Iterator[Image]:
        for frame in film:
            durations.append(frame.milliseconds)
            yield frame.image.quantize(palette=palette, dither=pil.Dither.NONE)

    images = reduced()
    data = BytesIO()
    next(images).save(
        data,
        "GIF",
        save_all=True,
        append_images=images,
        duration=durations,
        loop=0,
        optimize=True,  # unchanged pixels are transparent
        disposal=1,
    )
    return data.getvalue()


def _palette(film: Film) -> Image:
    """The palette of the first and the last frame, and the red of checks, which both may lack."""
    pil = typeset.pillow()
    both = pil.new("RGB", (film.width, film.height * 2 + _SWATCH), svg.RED)
    for place, image in enumerate(film.ends()):
        both.paste(image, (0, place * film.height))
    palette: Image = both.quantize(COLOURS, method=pil.Quantize.MEDIANCUT, kmeans=3)
    return palette
