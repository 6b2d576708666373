"""Import paths of modules that moved, kept so that programs written for the old paths still run.

Only modules that the reference documented are listed. The finder is the first one on ``sys.meta_path``: the
path of a moved package would lead the others to its modules, which they would load again under the old name.
It returns the module at its new path.
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
    "komadai.play.texts": "komadai.messages.text",
    "komadai.study.reading.library": "komadai.study.library.articles",
    "komadai.tsume.helpmates": "komadai.tsume.helpmate",
    "komadai.tsume.judgement": "komadai.tsume.judge.report",
    "komadai.tsume.questions": "komadai.tsume.judge.solver_queries",
}
"""Old path to new path."""
PACKAGES: Mapping[str, str] = {
    "komadai.arena": "komadai.match",
    "komadai.events": "komadai.tournaments",
    "komadai.study.reading": "komadai.study.library",
}
"""Packages that moved with their modules, but for those in `MOVED` and `SPLIT`."""
SPLIT: Mapping[str, tuple[str, ...]] = {
    f"komadai.events.{old}": tuple(f"komadai.tournaments.{each}".rstrip(".") for each in new.split())
    for old, new in {
        "acts": "acts core.acts core.players core.results core.rounds core.settings errors kinds settings "
        "kinds.league.acts",
        "applied_acts": "core.state core.tournament",
        "caissify": "kinds.swiss.caissify",
        "event": "log settings core.tournament",
        "games": "core.results core.rounds core.claims kinds.ladder.state",
        "kinds": "kinds core.tournament",
        "kinds.arena": "kinds.arena.rules kinds.arena.pairing",
        "kinds.kind": "core.tournament core.state",
        "kinds.knockout": "kinds.knockout.rules",
        "kinds.ladder": "kinds.ladder.rules",
        "kinds.league": "kinds.league.rules",
        "kinds.round_robin": "kinds.round_robin.rules",
        "kinds.simul": "kinds.simul.rules",
        "kinds.swiss": "kinds.swiss.rules",
        "kinds.title_match": "kinds.title_match.rules kinds.title_match.settings",
        "knockout": "kinds.knockout.bracket",
        "ladder": "kinds.ladder.rules",
        "league": "kinds.league.strength",
        "league_report": "kinds.league.report",
        "matching": "kinds.arena.matching",
        "players": "core.players",
        "round_robin": "kinds.round_robin.berger",
        "standings": "core.standings",
        "state": "core.state kinds.ladder.state",
        "swiss": "kinds.swiss.pairing",
        "swiss_colors": "kinds.swiss.colors",
        "table": "core.table",
        "teams": "core.teams",
        "titles": "kinds.title_match.titles",
    }.items()
}
"""The new modules of former modules' names; of several modules the first that has a name gives it."""
RENAMED: Mapping[str, str] = {
    "AppliedActs": "State",
    "Event": "Tournament",
    "Kind": "Tournament",
    "MOST_GAMES": "MAX_GAMES",
}
"""Names that changed, too, where there are several modules."""


def new_path(name: str) -> str | None:
    """The new path of this module; None if it has not moved, or its names are in several modules.

    >>> new_path("komadai.events.event_file")
    'komadai.tournaments.event_file'
    """
    if name in MOVED:
        return MOVED[name]
    if name in SPLIT:
        return SPLIT[name][0] if len(SPLIT[name]) == 1 else None
    for old, new in PACKAGES.items():
        if name == old or name.startswith(f"{old}."):
            return new + name[len(old) :]
    return None


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
        if hasattr(module, "__path__"):
            _keep_attributes(module)


def _keep_attributes(package: ModuleType) -> None:
    """Makes imports of modules by their old path change no attribute that the package has.

    The import system sets a module as an attribute of its package, which has a function of this name
    (``standings``) or the new module.
    """
    from types import ModuleType

    class Package(ModuleType):
        def __setattr__(self, name: str, value: object) -> None:
            if not (isinstance(value, ModuleType) and name in self.__dict__):
                super().__setattr__(name, value)

    package.__class__ = Package


class _SplitLoader:
    """Loads a module that finds its names in others."""

    @staticmethod
    def create_module(spec: ModuleSpec) -> None:
        """None: an empty module."""

    @staticmethod
    def exec_module(module: ModuleType) -> None:
        from importlib import import_module

        def find(name: str) -> object:
            if f"{module.__name__}.{name}" in SPLIT:  # a module of the former package
                return import_module(f"{module.__name__}.{name}")
            for each in SPLIT[module.__name__]:
                home = import_module(each)
                for known in (name, RENAMED.get(name, name)):
                    if hasattr(home, known):
                        return getattr(home, known)
            raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")

        module.__getattr__ = find  # type: ignore[method-assign]


class MovedModules:
    """A finder for ``sys.meta_path``."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The spec of a moved module by its old name, or None."""
        new = new_path(name)
        if new is None and name not in SPLIT:
            return None
        from importlib.machinery import ModuleSpec

        if new is None:
            return ModuleSpec(name, _SplitLoader(), is_package=name == "komadai.events.kinds")  # type: ignore[arg-type]

        # importlib.abc.Loader as a base class would import importlib.abc at start.
        return ModuleSpec(name, _Loader(new))  # type: ignore[arg-type]


def install() -> None:
    """Lets the import system find moved modules. Calling it twice changes nothing."""
    if MovedModules not in sys.meta_path:
        sys.meta_path.insert(0, MovedModules)
