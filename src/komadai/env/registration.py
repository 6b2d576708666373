"""Registers the environments with Gymnasium, whichever of the two packages is imported first.

Gymnasium 1.0 removed the loading of the entry points of installed packages (``load_plugin_envs``): it knows
an environment only once a program has imported the package that registers it.
"""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder
from importlib.util import find_spec

from komadai.extras import extra

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType


def register_environments() -> None:
    """Registers ``komadai/Shogi-v0``, once. Gymnasium before 1.0 calls it through ``gymnasium.envs``."""
    with extra("rl"):
        import gymnasium
    if "komadai/Shogi-v0" in gymnasium.registry:
        return
    gymnasium.register(
        id="komadai/Shogi-v0",
        entry_point="komadai.env.gymnasium_env:ShogiEnv",
        vector_entry_point="komadai.env.gymnasium_env:ShogiVectorEnv",
    )


class _AfterGymnasium(MetaPathFinder):
    """Registers the environments at the end of the import of gymnasium."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != "gymnasium":
            return None
        sys.meta_path.remove(self)
        spec = find_spec(fullname)
        if spec is None or spec.loader is None:
            return None
        run = spec.loader.exec_module

        def run_and_register(module: ModuleType) -> None:
            run(module)
            register_environments()

        spec.loader.exec_module = run_and_register  # type: ignore[method-assign]
        return spec


def register_when_imported() -> None:
    """Registers the environments now if gymnasium is imported, else as soon as it is. Imports nothing."""
    if hasattr(sys.modules.get("gymnasium"), "register"):
        register_environments()
    elif not any(isinstance(finder, _AfterGymnasium) for finder in sys.meta_path):
        sys.meta_path.insert(0, _AfterGymnasium())
