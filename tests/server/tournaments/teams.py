"""Teams that enter."""

from __future__ import annotations

from typing import Any

from tests.server.tournaments.people import Person


def enter(arbiter: Person, event: str, name: str, *members: Any) -> None:
    given = [{"account": (each.account or {})["name"]} if isinstance(each, Person) else {"name": each}
             for each in members]  # fmt: skip
    arbiter.do(event, "add", name=name, members=given)
