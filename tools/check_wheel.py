"""Checks the wheels and the sdist in a folder: size, tag, files that are needed, files that do not belong."""

import sys
import tarfile
import zipfile
from pathlib import Path

LARGEST_BYTES = 8_000_000
"""The three builds of the native library are more than half of it."""
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
    "komadai/study/database/starter.xz",
)


NEEDED_IN_SDIST = (
    "PKG-INFO",
    "CMakeLists.txt",
    "src/komadai/server/static/index.html",
    "tools/build_backend.py",
)


def sdist_faults(sdist: Path) -> list[str]:
    """Lists the errors in the sdist; empty for a good one."""
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    found = [f"{name} is missing" for name in NEEDED_IN_SDIST if name not in names]
    return found + [
        f"{name} does not belong here" for name in sorted(names) if name.endswith((".pyc", ".so"))
    ]


def faults(wheel: Path) -> list[str]:
    """Lists the errors in the wheel; empty for a good one."""
    found = []
    if wheel.stem.rpartition("-")[2].startswith("linux_"):
        found.append("the tag is linux_…; package indexes accept manylinux_… only (auditwheel repair)")
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
    """Prints each file with its faults. Returns 1 if there is a fault, no wheel or no sdist."""
    files = {
        **dict.fromkeys(sorted(folder.glob("komadai-*.whl")), faults),
        **dict.fromkeys(sorted(folder.glob("komadai-*.tar.gz")), sdist_faults),
    }
    status = 0
    for kind, suffix in (("wheel", ".whl"), ("sdist", ".tar.gz")):
        if not any(path.name.endswith(suffix) for path in files):
            print(f"no {kind} in {folder}", file=sys.stderr)
            status = 1
    for path, check in files.items():
        print(f"{path.name}: {path.stat().st_size:,} bytes")
        for fault in check(path):
            print(f"{path.name}: {fault}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
