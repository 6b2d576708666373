"""Registers and logs in on the page."""

from __future__ import annotations

import itertools

from playwright.sync_api import Page, expect

PASSWORD = "to the ninth rank"


NUMBERS = itertools.count(1)


def register(page: Page, display_name: str = "") -> str:
    """Creates an account on /register, with the keyboard only, and returns its name."""
    name = f"e2e_{next(NUMBERS)}"
    page.goto("/register")
    page.get_by_label("Name", exact=True).focus()
    keyboard = page.keyboard
    keyboard.type(name)
    keyboard.press("Tab")
    keyboard.type(display_name)
    keyboard.press("Tab")
    keyboard.type(PASSWORD)
    keyboard.press("Enter")
    page.wait_for_url(lambda url: not url.endswith("/register"))
    expect(page.get_by_text("Your account is ready")).to_be_visible()
    expect(page.get_by_role("button", name=f"{display_name or name}, your account")).to_be_visible()
    return name


def log_in(page: Page, name: str, password: str = PASSWORD) -> None:
    page.goto("/login")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("main").get_by_role("button", name="Log in").click()
