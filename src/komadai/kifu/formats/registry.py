"""The table of formats: the reader, the writer, and how the format is detected."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

from komadai.errors import UnknownStyleError
from komadai.kifu.formats import csa1, usi, western, western_numbered
from komadai.kifu.formats.csa import fast_reader as csa_fast_reader
from komadai.kifu.formats.csa import reader as csa_reader
from komadai.kifu.formats.jkf import reader as jkf_reader
from komadai.kifu.formats.kif import fast_reader as kif_fast_reader
from komadai.kifu.formats.kif import ki2_writer
from komadai.kifu.formats.kif import reader as kif_reader
from komadai.kifu.formats.kif import writer as kif_writer
from komadai.kifu.formats.psn import reader as psn_reader
from komadai.kifu.formats.usen import reader as usen_reader
from komadai.notation import bod

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from komadai.kifu.diagnostics import Report
    from komadai.kifu.reading.visitor import Visitor


class Parse(Protocol):
    """Reads the games of a text, one after the other, and yields the visitor's result for each.

    Raises RecordError if there is no game in the text, or, if the report is strict, at the first
    deviation. Lines are ended by ``\\n``; there are no NUL characters and no byte order mark.
    """

    def __call__(self, text: str, visitor: Visitor[Any], report: Report) -> Iterator[Any]: ...


class ParsePieces(Protocol):
    """As Parse, for a text in pieces; each comes with whether it is the last one."""

    def __call__(
        self, pieces: Iterable[tuple[str, bool]], visitor: Visitor[Any], report: Report
    ) -> Iterator[Any]: ...


@dataclass(frozen=True, slots=True)
class Stream:
    """How texts of a format are read in pieces."""

    parse: ParsePieces
    cut: Callable[[str], int]
    """The last place in a text at which a piece may end; 0 if there is none. A piece that becomes too large
    ends after any line."""


@dataclass(frozen=True, slots=True)
class Format:
    """A record format. Functions that do not exist for it are None."""

    key: str
    """Its key in calls and on the command line."""
    name: str
    suffixes: tuple[str, ...]
    """The suffixes of its files, the one for new files first."""
    sign: re.Pattern[str]
    """Matches lines that only this format has (with re.M). The format with the most such lines is chosen."""
    write: Callable[[Any], str] | None = None
    """Writes a Game; :func:`komadai.kifu.write` checks it first."""
    parse: Parse | None = None
    stream: Stream | None = None
    """For formats with many games in a file; texts of others are read as a whole."""
    head: re.Pattern[str] | None = None
    """Matches the usual start of texts in this format, which no other format has. The detection combines most
    heads into one pattern, so they have no flags and no named groups."""
    writes_variants: bool = False
    """Whether ``write`` takes a game of a variant, too."""
    part_of: tuple[str, ...] = ()
    """Formats that may contain the signs of this one; if one of them is found, this one is not chosen."""

    @property
    def can_read(self) -> bool:
        """Whether records in this format can be read. CSA 3.0 cannot: it is read as ``csa``."""
        return self.parse is not None

    @property
    def can_write(self) -> bool:
        """Whether games can be written in this format."""
        return self.write is not None


def _lines(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"^(?:{pattern})", re.M)


_CSA: Final = Stream(csa_reader.parse_pieces, csa_reader.end_of_games)
# Their readers can continue within a game.
_KIF: Final = Stream(kif_reader.parse_pieces, len)
_CSA_HEAD: Final = re.compile(
    rf"{csa_fast_reader.HEAD.pattern}|(?:'CSA encoding=[^\n]*\n)?V(?:2(?:\.[0-2])?|3\.0)\n|N\+[^\n]*\nN-"
)
_USI: Final = Stream(usi.parse_pieces, len)

FORMATS: Final = {
    each.key: each
    for each in (
        Format(
            "kif",
            "KIF",
            (".kif", ".kifu"),
            _lines(kif_reader.SIGN),
            kif_writer.write,
            kif_reader.parse,
            _KIF,
            kif_fast_reader.HEAD,
            writes_variants=True,
        ),
        # Before KI2, which has the same marks of the sides.
        Format(
            "western-text",
            "Western text",
            (".txt",),
            _lines(western.SIGN),
            western.write,
            western.parse,
            head=western.HEAD,
            writes_variants=True,
        ),
        Format(
            "ki2", "KI2", (".ki2", ".ki2u"), _lines(ki2_writer.SIGN), ki2_writer.write, kif_reader.parse, _KIF
        ),
        Format(
            "csa",
            "CSA",
            (".csa",),
            _lines(csa_reader.SIGN),
            csa_reader.write,
            csa_reader.parse,
            _CSA,
            _CSA_HEAD,
        ),
        Format(
            "usi",
            "USI",
            (".usi", ".sfen"),
            _lines(usi.SIGN),
            usi.write,
            usi.parse,
            _USI,
            re.compile(rf"{usi.HEAD.pattern}|moves\s*\Z"),
            writes_variants=True,
        ),
        Format(
            "jkf",
            "JKF",
            (".jkf", ".json"),
            _lines(r'[ \t]{0,40}(?:[\[{][ \t]{0,40})?[\[{][ \t]{0,40}"|[ \t]{0,40}"(?:header|moves?)"'),
            jkf_reader.write,
            jkf_reader.parse,
            head=re.compile(r'\s*+\{\s*+"(?:header|initial|moves)"\s*+:'),
        ),
        Format(
            "usen",
            "USEN",
            (".usen",),
            _lines(usen_reader.SIGN),
            usen_reader.write,
            usen_reader.parse,
            head=usen_reader.HEAD,
        ),
        # Before PSN, which has such lines, too.
        Format(
            "western-numbered",
            "Western text, numbered",
            (".txt",),
            _lines(western_numbered.SIGN),
            western_numbered.write,
            western_numbered.parse,
            head=western_numbered.HEAD,
        ),
        Format(
            "psn",
            "PSN",
            (".psn",),
            _lines(psn_reader.SIGN),
            psn_reader.write,
            psn_reader.parse,
            head=psn_reader.HEAD,
        ),
        # A board diagram is like a KIF file without moves, so the reader of KIF reads it.
        Format(
            "bod",
            "Board diagram",
            (".bod",),
            _lines(bod.SIGN),
            None,
            kif_reader.parse,
            part_of=("kif", "ki2"),
        ),
        Format("bonanza", "CSA on one line", (".csa1",), _lines(csa1.SIGN), None, csa1.parse),
        Format("csa3", "CSA 3.0", (".csa",), _lines(r"V3(?:\.\d)?[ \t]*$"), csa_reader.write_3),
    )
}
"""Every format by its key. If two formats are equally likely in detection, the first one is chosen."""

FORMER_KEYS: Final = {"western": "western-text"}
"""Keys that formats had before, still accepted. ``western`` is a style of moves (``P-7f``), too."""


def current_key(key: str) -> str:
    """The key of the format that had this key before; otherwise the key itself, known or not."""
    return FORMER_KEYS.get(key, key)


def readable(key: str) -> Format:
    """The format with this key, or that had it before. Raises UnknownStyleError unless it can be read."""
    return _found(key, {name: each for name, each in FORMATS.items() if each.can_read})


def writable(key: str) -> Format:
    """The format with this key, or that had it before. Raises UnknownStyleError unless it can be written."""
    return _found(key, {name: each for name, each in FORMATS.items() if each.can_write})


def _found(key: str, formats: Mapping[str, Format]) -> Format:
    found = formats.get(current_key(key))
    if found is None:
        raise UnknownStyleError(f"expected a format of {', '.join(formats)}, got {key!r}")
    return found
