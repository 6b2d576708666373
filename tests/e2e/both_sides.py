"""A game in which one person plays both sides."""

from __future__ import annotations

from playwright.sync_api import Page


def begin_both(page: Page, sfen: str | None = None, variant: str = "chu") -> None:
    """Begins a game of two people at this page, from a position if one is given, and opens it."""
    if sfen is None:
        page.goto(f"/variants/{variant}")
        page.get_by_role("button", name="Two people at this board").click()
        page.wait_for_url("**/game/*")
        return
    game = page.evaluate(
        """async ([variant, sfen]) => {
            const session = await (await fetch("/api/session")).json();
            const headers = { "X-CSRF-Token": session.csrf, "Content-Type": "application/json" };
            const body = JSON.stringify({ variant, sfen, both: true, impasse: "none" });
            return (await fetch("/api/games", { method: "POST", headers, body })).json();
        }""",
        [variant, sfen],
    )
    page.goto(f"/game/{game['id']}")
