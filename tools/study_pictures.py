"""Makes the pictures of docs/study/pictures.md: analysis, review, explorer, a lesson and the coach.

On a desktop and on a phone, in English and Japanese. Needs the test requirements and a browser, takes some
minutes.

    python tools/study_pictures.py RECORDS...      # records for the database that the explorer shows
"""

from __future__ import annotations

import argparse
import io
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import quote

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from komadai import kifu
from komadai.study import Database

FOLDER: Final = Path(__file__).parents[1] / "docs" / "images" / "study"
GAME: Final = (
    "startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d 2b3c 5i5h"
    " 5a5b 3g3f 7a7b 2i3g 8f7f 8h7g 7f7d 3d7d 7c7d 3g4e 3c7g+ 8i7g R*2h 3i3h B*5e 4e5c+ 5b5c R*8c"
)
"""Our own moves, of an opening with a side pawn picked."""
TRAPPED_ROOK: Final = "4k4/3g1g3/9/9/9/9/5PP2/4G2Sr/6KN1 b P 1"
SIZES: Final = {"desktop": (1180, 900), "phone": (390, 844)}
WORDS: Final = {
    "analysis": {"en": "Engine analysis", "ja": "エンジン解析"},
    "start": {"en": "Start analysis", "ja": "解析を始める"},
    "review": {"en": "Review this game", "ja": "この対局を検討する"},
    "begin": {"en": "Begin", "ja": "開始"},
    "explorer": {"en": "Opening explorer", "ja": "棋譜データベース"},
    "more": {"en": "More options", "ja": "詳細設定"},
    "sfen": {"en": "Start from a position (SFEN)", "ja": "局面を指定して始める（SFEN）"},
    "play": {"en": "Start the game", "ja": "対局開始"},
    "coach": {"en": "Coach: hints in proverbs", "ja": "コーチ"},
}


def record(page: Page, address: str, ply: int) -> None:
    """Opens the game at this ply."""
    page.goto(f"{address}/records?kifu={quote(GAME)}")
    page.wait_for_url(re.compile(r"/records/[\w-]+$"))
    page.locator('[role="tree"]').wait_for(state="attached")
    for _ in range(ply):
        page.keyboard.press("ArrowRight")


def analysis(page: Page, address: str, language: str) -> None:
    record(page, address, 30)
    page.get_by_text(WORDS["analysis"][language], exact=True).click()
    panel = page.get_by_role("region", name=WORDS["analysis"][language])
    panel.get_by_role("button", name=WORDS["start"][language]).click()
    expect(panel.get_by_role("listitem").nth(2)).to_be_visible(timeout=60_000)
    page.wait_for_timeout(6000)  # deeper lines


def review(page: Page, address: str, language: str) -> None:
    record(page, address, 29)
    page.get_by_role("button", name=WORDS["review"][language]).click()
    page.get_by_role("button", name=WORDS["begin"][language], exact=True).click()
    expect(page.get_by_role("slider")).to_be_visible(timeout=300_000)
    expect(page.get_by_role("progressbar")).to_have_count(0, timeout=300_000)


def explorer(page: Page, address: str, language: str) -> None:
    record(page, address, 2)
    page.get_by_text(WORDS["explorer"][language], exact=True).click()
    panel = page.get_by_role("region", name=WORDS["explorer"][language])
    panel.get_by_role("combobox").first.select_option(index=1)
    expect(panel.get_by_role("table").get_by_role("row").nth(3)).to_be_visible(timeout=60_000)


def lesson(page: Page, address: str, _language: str) -> None:
    page.goto(f"{address}/lessons/goro-mate")
    page.keyboard.press("n")
    page.locator("[data-name]").first.wait_for()
    page.keyboard.press("n")


def coach(page: Page, address: str, language: str) -> None:
    page.goto(address)
    page.get_by_text(WORDS["more"][language]).first.click()
    page.get_by_label(re.compile(re.escape(WORDS["sfen"][language]))).fill(TRAPPED_ROOK)
    page.get_by_role("button", name=WORDS["play"][language]).first.click()
    page.wait_for_url("**/game/*")
    page.get_by_label(re.compile(WORDS["coach"][language])).check(timeout=60_000)
    expect(page.locator("path.arrow")).to_have_count(1, timeout=60_000)


VIEWS: Final[dict[str, Callable[[Page, str, str], None]]] = {
    "analysis": analysis,
    "review": review,
    "explorer": explorer,
    "lesson": lesson,
    "coach": coach,
}
PANELS: Final = {"analysis", "review", "explorer"}
"""What stands below the board; on a phone it is scrolled to."""


def take(browser: Browser, address: str, name: str, device: str, language: str) -> None:
    """Takes one picture."""
    width, height = SIZES[device]
    context = browser.new_context(
        locale=language,
        viewport={"width": width, "height": height},
        has_touch=device == "phone",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    VIEWS[name](page, address, language)
    page.wait_for_timeout(500)
    if name in PANELS:
        title = page.get_by_role("region", name=re.compile(WORDS[name][language][:4])).first
        if title.count() == 0:
            title = page.get_by_role("slider").first
        title.evaluate(
            "(element, above) => scrollTo(0, element.getBoundingClientRect().top + scrollY - above)",
            60 if device == "phone" else 420,
        )
        page.wait_for_timeout(300)
    elif name == "coach":
        page.get_by_role("region", name="コーチ" if language == "ja" else "Coach").evaluate(
            "element => element.scrollIntoView({ block: 'center' })"
        )
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    context.close()
    picture.save(FOLDER / f"{name}-{device}-{language}.webp", quality=82, method=6)
    print(name, device, language, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("records", nargs="+", type=Path)
    parser.add_argument("--only", nargs="*", default=list(VIEWS))
    parser.add_argument("--browser", help="the program; without it Playwright's own")
    options = parser.parse_args()
    kifu.read(GAME)
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "games.kdb"
        with Database(database, create=True) as db:
            for each in options.records:
                db.import_files(each, on_error=lambda *_: None)
        config = Path(folder) / "komadai" / "config.toml"
        config.parent.mkdir()
        title = "World Computer Shogi Championship 2018"
        config.write_text(
            f'[server]\nfirst_move_s = 3600\ndatabases = {{ "{title}" = "{database}" }}\n', "utf-8"
        )
        command = [
            sys.executable,
            "-m",
            "komadai",
            "serve",
            "--no-browser",
            "--port",
            "0",
            "--data-dir",
            folder,
        ]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=os.environ | {"XDG_CONFIG_HOME": folder}
        ) as server:
            try:
                assert server.stdout is not None
                found = re.search(r"http://[^/]+", server.stdout.readline())
                assert found is not None
                with sync_playwright() as playwright:
                    browser = playwright.chromium.launch(
                        executable_path=options.browser, args=["--no-sandbox", "--disable-gpu"]
                    )
                    for name in options.only:
                        for device in SIZES:
                            for language in ("en", "ja"):
                                take(browser, found[0], name, device, language)
            finally:
                server.send_signal(signal.SIGINT)


if __name__ == "__main__":
    main()
