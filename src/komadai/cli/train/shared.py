"""The shared parts of the commands of ``komadai train``: options, the data folder, errors of files."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import platformdirs

from komadai.cli.shared.errors import Failure
from komadai.cli.shared.language import localized
from komadai.cli.shared.options import option
from komadai.cli.shared.output import make_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

INTERRUPTED: Final = 130

Target = Annotated[Path, option("The file to write.", "書き出すファイル。", "--output", "-o", metavar="FILE")]
Memory = Annotated[
    int,
    option(
        "The memory to use, in MiB. Larger files go through temporary files beside the output.",
        "使うメモリ（MiB）。大きいファイルは出力先の一時ファイルを経由する。",
        "--memory",
        min=1,
        metavar="MIB",
    ),
]
Nice = Annotated[
    int,
    option(
        "Lower the priority of the processes: 19 gives way to everything else.",
        "プロセスの優先度を下げる。19 で最低。",
        "--nice",
        min=0,
        max=19,
    ),
]


def data_folder() -> Path:
    """The folder for training data, in the user's data folder."""
    return Path(platformdirs.user_data_dir("komadai", appauthor=False)) / "training"


@contextmanager
def file_errors(written: Path | None = None) -> Iterator[None]:
    """Turns an OSError in this block into a Failure that names the file.

    ``written`` is the file or folder that the block writes. Its folder is made.
    """
    if written is not None:
        make_folder(written.parent)
    try:
        yield
    except OSError as error:
        name = error.filename or written or localized("a file", "ファイル")
        if written is not None and (name == written or _is_part(Path(name), written)):
            raise Failure.not_written(written, error) from error
        raise Failure.not_read(name, error) from error


def _is_part(file: Path, written: Path) -> bool:
    """Whether a file is in the folder that is written, or is the one that is renamed to ``written``."""
    written = written.resolve()
    hidden = file.name.startswith(f".{written.name[:20]}.") and file.parent.resolve() == written.parent
    return hidden or file.resolve().is_relative_to(written)
