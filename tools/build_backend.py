"""The build backend: scikit-build-core, plus the web page.

A checkout has no built page, so a wheel or an sdist made from it builds the page first, with
the machine's Node or else PyPI's. An sdist carries the page and needs no Node.
"""

from pathlib import Path
from typing import Any

import npm
from scikit_build_core import build as backend
from scikit_build_core.build import prepare_metadata_for_build_editable, prepare_metadata_for_build_wheel

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "src/komadai/server/static/index.html"
Settings = dict[str, Any] | None


def page_is_current() -> bool:
    """Whether the page is built and, in a checkout, newer than everything it is made of."""
    if not PAGE.exists():
        return False
    if (ROOT / "PKG-INFO").exists():  # an sdist: the page came with it
        return True
    built = PAGE.stat().st_mtime
    sources = [path for path in npm.WEB.rglob("*") if "node_modules" not in path.parts and path.is_file()]
    return all(path.stat().st_mtime <= built for path in sources)


def build_page() -> None:
    """Builds the page into the package. Raises RuntimeError if npm fails."""
    if page_is_current():
        return
    installed, wanted = npm.WEB / "node_modules/.package-lock.json", npm.WEB / "package-lock.json"
    steps: list[tuple[str, ...]] = [("run", "build")]
    if not installed.exists() or installed.stat().st_mtime < wanted.stat().st_mtime:
        steps.insert(0, ("ci", "--no-audit", "--no-fund"))
    for arguments in steps:
        if npm.npm(*arguments) != 0:
            raise RuntimeError(f"building the web page failed: npm {' '.join(arguments)} (in {npm.WEB})")


def node_requirements() -> list[str]:
    return [] if page_is_current() or npm.machine_npm() else [npm.NODE_REQUIREMENT]


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    return [*backend.get_requires_for_build_wheel(config_settings), *node_requirements()]


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    return [*backend.get_requires_for_build_sdist(config_settings), *node_requirements()]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    return [*backend.get_requires_for_build_editable(config_settings), *node_requirements()]


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    build_page()
    return backend.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    build_page()
    return backend.build_editable(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    build_page()
    return backend.build_sdist(sdist_directory, config_settings)
