"""Finds or installs a Chromium for the browser tests and prints its path.

A system one; else Debian's package when root; else Playwright's own, whose path Playwright
knows by itself: then the line printed is empty.
"""

import os
import shutil
import subprocess
import sys

SHELL = "chromium-headless-shell"
"""Chromium without the interface of a browser: it takes less than half the processor's time."""
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def system_chromium() -> str | None:
    """The path of the machine's Chromium or Chrome, or None. KOMADAI_CHROMIUM names one outright."""
    named = os.environ.get("KOMADAI_CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def run(*command: str) -> bool:
    """Runs a command, and tells whether it succeeded."""
    return subprocess.run(command, stdout=sys.stderr, check=False).returncode == 0


def install() -> str:
    """Installs one and returns its path, or an empty string for Playwright's own."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        done = run("apt-get", "update", "-q")
        for package in (SHELL, "chromium"):
            if done and run("apt-get", "install", "-qy", "--no-install-recommends", package):
                return system_chromium() or ""
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], stdout=sys.stderr, check=True)
    return ""


if __name__ == "__main__":
    print(system_chromium() or install())
