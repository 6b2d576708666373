"""Only in a portable wheel: loads the fastest native build that this processor supports.

The environment variable KOMADAI_BUILD=baseline, avx2 or avx512 selects another one.
"""

import importlib.util
import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from komadai import _cpu


def _load() -> None:
    build = os.environ.get("KOMADAI_BUILD") or _cpu.build()
    folder = Path(__file__).parent / "_builds" / build
    for suffix in EXTENSION_SUFFIXES:
        path = folder / f"_core{suffix}"
        if path.exists():
            spec = importlib.util.spec_from_file_location(__name__, path)
            assert spec is not None
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            sys.modules[__name__] = module
            spec.loader.exec_module(module)
            return
    raise ImportError(f"this wheel has no native build {build!r} (looked in {folder})")


_load()
