"""The room of mate problems, on the page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from komadai import Move
from komadai.tsume.problems import Problem, problems


class TsumeRoom:
    """The tsume room: chooses and plays its problems."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.problem_ids: list[str] = []
        page.on("response", self._on_response)

    def _on_response(self, response: Any) -> None:
        if response.url.endswith("/api/tsume/next") and response.ok:
            self.problem_ids.append(response.json()["id"])

    def choose(self, plies: int) -> Problem:
        self.page.get_by_role("button", name="Length").click()
        with self.page.expect_response("**/api/tsume/next"):
            self.page.get_by_role("menuitemradio", name=re.compile(f"Mate in {plies} ·")).click()
        return self.problem()

    def press(self, name: str) -> Problem:
        with self.page.expect_response("**/api/tsume/next"):
            self.page.get_by_role("button", name=name).click()
        return self.problem()

    def problem(self) -> Problem:
        expect(self.page.locator(f'[data-problem="{self.problem_ids[-1]}"]')).to_be_visible()
        expect(self.message).to_contain_text("Find the mate")
        return next(each for each in problems() if each.id == self.problem_ids[-1])

    def play(self, move: Move) -> None:
        usi = move.usi()
        start = f'[data-hand="black"][data-kind="{usi[0]}"]' if usi[1] == "*" else f'[data-name="{usi[:2]}"]'
        expect(self.page.locator(start)).to_have_class(re.compile("grab"))
        self.page.locator(start).click()
        self.page.locator(f'[data-name="{usi[2:4]}"]').click()
        choice = self.page.get_by_role("dialog")
        if choice.count():
            kind = re.compile("^Promote") if usi.endswith("+") else re.compile("^Don")
            choice.get_by_role("button", name=kind).click()

    def solve(self, moves: Iterable[Move]) -> None:
        for move in moves:
            self.play(move)

    @property
    def message(self) -> Locator:
        return self.page.locator(".message")
