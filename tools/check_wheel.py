"""Looks into the wheel in the folder given: small enough, complete, and nothing that does not belong."""

import sys
import zipfile
from pathlib import Path

LARGEST_BYTES = 3_000_000
NEEDED = (
    "komadai/__init__.py",
    "komadai/_core.pyi",
    "komadai/py.typed",
    "komadai/server/static/index.html",
    "komadai/publish/page.js",
    "komadai/publish/sheet.typ",
    "komadai/publish/letters/komadai.ttf",
    "komadai/tsume/problems.tsv.gz",
    "komadai/book/own.db",
)


def faults(wheel: Path) -> list[str]:
    """What is wrong with the wheel; empty for a good one."""
    found = []
    size = wheel.stat().st_size
    if size > LARGEST_BYTES:
        found.append(f"{size:,} bytes; at most {LARGEST_BYTES:,} wanted")
    names = zipfile.ZipFile(wheel).namelist()
    found += [f"{name} is missing" for name in NEEDED if name not in names]
    # A portable wheel has one build for each generation of processors, another just one.
    builds = {
        name.rpartition("/")[0] for name in names if Path(name).name.startswith("_core.") and ".so" in name
    }
    if builds not in ({"komadai"}, {f"komadai/_builds/{kind}" for kind in ("baseline", "avx2", "avx512")}):
        found.append(
            f"native library: expected one, or one for each kind of processor, found {sorted(builds)}"
        )
    found += [f"{name} does not belong here" for name in names if name.endswith((".pyc", ".map", ".new"))]
    return found


def main(folder: Path) -> int:
    wheels = sorted(folder.glob("komadai-*.whl"))
    if not wheels:
        print(f"no wheel in {folder}", file=sys.stderr)
        return 1
    for wheel in wheels:
        print(f"{wheel.name}: {wheel.stat().st_size:,} bytes")
        for fault in (found := faults(wheel)):
            print(f"{wheel.name}: {fault}", file=sys.stderr)
        if found:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
