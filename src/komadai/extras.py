"""Packages that come with an extra of Komadai (``komadai[train]``), and the error where one is not installed.

>>> with extra("train"):
...     import numpy
"""

from __future__ import annotations

from komadai.errors import MissingPackageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any


class extra:
    """Around imports of packages of an extra: a package that is missing raises MissingPackageError."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if isinstance(error, ModuleNotFoundError) and error.name:
            package = error.name.partition(".")[0]
            if package != "komadai":
                raise MissingPackageError.of(package, self.name) from error


def package(name: str, of: str) -> Any:
    """Imports a package or module that comes with the extra ``of``. Raises MissingPackageError."""
    from importlib import import_module

    with extra(of):
        return import_module(name)
