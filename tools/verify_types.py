"""Checks with pyright that type checkers know the types of all public names of Komadai (`make lint`).

An attribute without an annotation, which each type checker would infer in its own way, counts as unknown. The
packages of the group ``dev`` must be installed: a base class that pyright does not find is unknown as well.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import npm

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = ROOT / "src" / "komadai"


def report(package: Path) -> dict[str, Any]:
    """Runs pyright on a package and returns its report, as JSON. Raises RuntimeError if it cannot run."""
    command, environment = npm.npm_command()
    # Pyright asks the first `python` in PATH for its packages.
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment.get('PATH', '')}"
    words = ["exec", "--offline", "--", "pyright", "--outputjson", "--ignoreexternal", "--verifytypes"]
    with TemporaryDirectory() as folder:
        # Pyright finds no py.typed file where a .pth file leads to the sources; it does in PYTHONPATH.
        site = Path(folder).resolve()
        (site / package.name).symlink_to(package, target_is_directory=True)
        environment["PYTHONPATH"] = str(site)
        done = subprocess.run(
            [*command, *words, package.name],
            cwd=npm.WEB, env=environment, capture_output=True, text=True, encoding="utf-8", check=False,
        )  # fmt: skip
    try:
        found: dict[str, Any] = json.loads(
            done.stdout.replace(f"{site}{os.sep}", f"{package.parent}{os.sep}")
        )
    except ValueError:
        raise RuntimeError(f"pyright: {done.stdout}{done.stderr}") from None
    return found


def faults(found: dict[str, Any]) -> list[str]:
    """A line for each cause of a type that is not known, with its place; empty if all are known."""
    causes = [each["message"] for each in found["generalDiagnostics"]]
    # An attribute makes its class partially unknown, and with it the functions with such a parameter.
    consequences = []
    for symbol in found["typeCompleteness"]["symbols"]:
        if symbol["isTypeKnown"]:
            continue
        consequences.append(f"{symbol['name']}: the type is not known")
        for each in symbol["diagnostics"]:
            if each["severity"] == "error":
                is_cause = "partially unknown" not in each["message"]
                (causes if is_cause else consequences).append(f"{symbol['name']}: {_text(each)}")
    return causes or consequences


def _text(diagnostic: dict[str, Any]) -> str:
    text = " ".join(diagnostic["message"].split())
    if not diagnostic["file"]:
        return text
    return f"{text} ({diagnostic['file']}:{diagnostic['range']['start']['line'] + 1})"


def main() -> int:
    try:
        found = report(PACKAGE)
    except RuntimeError as error:
        sys.exit(str(error))
    lines = faults(found)
    print("\n".join(lines) or f"pyright: {len(found['typeCompleteness']['symbols'])} public types, all known")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
