"""A study on the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

TEXT = "▲７六歩 △３四歩\n▲２六歩 △８四歩\n"


def open_study(visit: Callable[..., Page], name: str, text: str = "", **options: Any) -> Page:
    page = visit("/studies", **options)
    page.get_by_role("button", name="New study").click()
    page.get_by_label("Name of the study").fill(name)
    page.get_by_label(re.compile("Begin with a record")).fill(text)
    page.get_by_role("button", name="Create").click()
    page.wait_for_url("**/study/*")
    page.get_by_role("tablist").wait_for()
    return page
