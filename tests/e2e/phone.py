"""A phone, and what a page breaks."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

PHONE: dict[str, Any] = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}


def violations(page: Page, axe: str) -> list[str]:
    """The violations of WCAG 2.2 A and AA and of axe-core's best practices, in light and dark colours."""
    page.locator("h1").first.wait_for(state="attached")  # the room is there, not only the frame around it
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    report = "(report) => report.violations"
    found = page.evaluate(f"axe.run(document, {{resultTypes: ['violations']}}).then({report})")
    # What a page consists of is the same in both.
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    page.emulate_media(color_scheme="light" if dark else "dark")
    page.evaluate("new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))")
    found += page.evaluate(f"axe.run(document, {{runOnly: ['color-contrast']}}).then({report})")
    page.emulate_media(color_scheme="dark" if dark else "light")
    return [f"{each['id']}: {each['help']} ({each['nodes'][0]['html'][:200]})" for each in found]
