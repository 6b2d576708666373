"""Makes this virtual environment see src/komadai, without a build and without a copy.

Run by the environment's own Python: writes a .pth file and the `komadai` command.
"""

import sys
import sysconfig
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src"
COMMAND = f"""#!{sys.executable}
import sys

from komadai.__main__ import main

if __name__ == "__main__":  # processes that share its work import it
    sys.exit(main())
"""


def link() -> None:
    site_packages = Path(sysconfig.get_path("purelib"))
    (site_packages / "komadai.pth").write_text(f"{SOURCE}\n", encoding="utf-8")
    command = Path(sysconfig.get_path("scripts")) / "komadai"
    command.write_text(COMMAND, encoding="utf-8")
    command.chmod(0o755)


if __name__ == "__main__":
    link()
