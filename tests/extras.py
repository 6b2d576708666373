"""The extras of the package."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
