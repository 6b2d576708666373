"""Import paths of modules that moved, kept so that programs written for the old paths still run.

Only modules that the reference documented are listed. The finder is the last one on ``sys.meta_path``, so
it is called only for names that no other finder knows; it returns the module at its new path.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # importing typing and importlib would slow `import komadai`
if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.machinery import ModuleSpec
    from types import ModuleType

MOVED: Mapping[str, str] = {
    "komadai.book.apery": "komadai.book.formats.apery",
    "komadai.book.apery_keys": "komadai.book.formats.apery_keys",
    "komadai.book.building": "komadai.book.making.build",
    "komadai.book.choice": "komadai.book.move_choice",
    "komadai.book.extending": "komadai.book.search.expansion",
    "komadai.book.graph": "komadai.book.search.minimax",
    "komadai.book.losses": "komadai.book.formats.losses",
    "komadai.book.merging": "komadai.book.merge",
    "komadai.book.sbk": "komadai.book.formats.sbk.book",
    "komadai.book.sbk_file": "komadai.book.formats.sbk.file",
    "komadai.book.sorting": "komadai.book.making.external_sort",
    "komadai.book.yaneuraou": "komadai.book.formats.yaneuraou",
    "komadai.book.ybb": "komadai.book.formats.ybb",
    "komadai.engine.analysing": "komadai.engine.client.analyst",
    "komadai.engine.info": "komadai.engine.protocol.info",
    "komadai.tsume.helpmates": "komadai.tsume.helpmate",
    "komadai.tsume.judgement": "komadai.tsume.judge.report",
    "komadai.tsume.questions": "komadai.tsume.judge.solver_queries",
}
"""Old path to new path."""


class _Loader:
    """Loads the module at its new path under its old name; both names are one module object."""

    def __init__(self, new: str) -> None:
        self._new = new
        self._spec: ModuleSpec | None = None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        from importlib import import_module

        module = import_module(self._new)
        self._spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._spec  # the import system put the old name there


class MovedModules:
    """A finder for ``sys.meta_path``."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The spec of a moved module by its old name, or None."""
        new = MOVED.get(name)
        if new is None:
            return None
        from importlib.machinery import ModuleSpec

        # importlib.abc.Loader as a base class would import importlib.abc at start.
        return ModuleSpec(name, _Loader(new))  # type: ignore[arg-type]


def install() -> None:
    """Lets the import system find moved modules. Calling it twice changes nothing."""
    if MovedModules not in sys.meta_path:
        sys.meta_path.append(MovedModules)
