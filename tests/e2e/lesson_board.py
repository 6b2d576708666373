"""The board of a lesson."""

from __future__ import annotations

from playwright.sync_api import Page


def square(page: Page, name: str) -> None:
    """Chooses a square with the keyboard."""
    cell = page.locator(f'[role="gridcell"][aria-label^="{name}"]')
    cell.focus()
    cell.press("Enter")
