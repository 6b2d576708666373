"""The list of people: who is in it, in which order, and never those who must not be."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from litestar.testing import TestClient

from komadai.server.classes.store import Pupil
from komadai.server.directory.store import PAGE
from komadai.server.people.store import Account
from komadai.server.ratings.store import RatingRow
from tests.server.conftest import Guest
from tests.server.people.accounts import Browser, somebody

PROFILE = "/api/account/profile"
COUNTER = iter(range(10**6))


def listing(client: TestClient[Any], **query: str) -> dict[str, Any]:
    answer = Guest(client).get("/api/people?" + "&".join(f"{key}={value}" for key, value in query.items()))
    assert answer.status_code == 200, answer.text
    page: dict[str, Any] = answer.json()
    return page


def everybody(client: TestClient[Any]) -> list[dict[str, Any]]:
    """Those on all pages, in order."""
    first = listing(client)
    rest = [listing(client, page=str(page)) for page in range(2, first["pages"] + 1)]
    return [each for page in (first, *rest) for each in page["people"]]


def names(client: TestClient[Any]) -> list[str]:
    return [each["name"] for each in everybody(client)]


def store_account(client: TestClient[Any], account: Account, **values: Any) -> None:
    people = client.app.state.people

    async def add() -> None:
        async with people.store.engine.begin() as connection:
            await people.store.add_account(connection, account, None)
            if values:
                await people.store.change_account(connection, account.id, **values)

    with client.portal() as portal:
        portal.call(add)


def store_rating(client: TestClient[Any], account_id: str, rating: float) -> None:
    ratings = client.app.state.ratings.store

    async def save() -> None:
        async with ratings.engine.begin() as connection:
            row = RatingRow(account_id=account_id, variant="shogi", speed="rapid", rating=rating, games=1)
            await ratings.save(connection, row)

    with client.portal() as portal:
        portal.call(save)


def put_into_a_class(client: TestClient[Any], account_id: str) -> None:
    teacher = Guest(client)
    made = teacher.post("/api/lessons/classes", {"name": "Club"}).json()["id"]

    async def join() -> None:
        await client.app.state.classes.join(made, Pupil(account_id, "A"), 1)

    with client.portal() as portal:
        portal.call(join)


def test_people_are_listed_by_rating_and_those_without_one_last(client: TestClient[Any]) -> None:
    (strong, strong_name), (weak, weak_name), (_, new_name) = (somebody(client) for _ in range(3))
    store_rating(client, weak.id, 1320.4)
    store_rating(client, strong.id, 2100)
    found = [name for name in names(client) if name in {strong_name, weak_name, new_name}]
    assert found == [strong_name, weak_name, new_name]
    entries = {each["name"]: each for each in everybody(client)}
    assert (entries[weak_name]["rating"], entries[weak_name]["games"]) == (1320, 1)
    assert (entries[new_name]["rating"], entries[new_name]["rank"]) == (None, None)


def test_who_does_not_want_it_is_not_listed(client: TestClient[Any]) -> None:
    browser, name = somebody(client)
    assert name in names(client)
    ask = {"display_name": name, "about": ""}
    assert browser.post(PROFILE, {**ask, "listed": False}).json()["listed"] is False
    assert name not in names(client)
    assert browser.post(PROFILE, ask).json()["listed"] is False, "what is not named stays"
    browser.post(PROFILE, {**ask, "listed": True})
    assert name in names(client)


def test_a_pupil_of_a_class_is_not_listed(client: TestClient[Any]) -> None:
    browser, name = somebody(client)
    put_into_a_class(client, browser.id)
    assert name not in names(client)


@given(
    st.lists(
        st.fixed_dictionaries(
            {
                "listed": st.booleans(),
                "pupil": st.booleans(),
                "bot": st.booleans(),
                "closed": st.booleans(),
                "deleted": st.booleans(),
                "kind": st.sampled_from(["person", "program"]),
                "rating": st.none() | st.floats(500, 2800),
            }
        ),
        min_size=1,
        max_size=6,
    )
)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nobody_appears_who_must_not(client: TestClient[Any], people: list[dict[str, Any]]) -> None:
    expected: set[str] = set()
    made: set[str] = set()
    for person in people:
        number = next(COUNTER)
        account = Account(
            id=f"{number:032x}", kind=person["kind"], name=f"p{number}", display_name="P", created_ms=1
        )
        store_account(
            client,
            account,
            listed=person["listed"],
            bot=person["bot"],
            banned_until_ms=2**60 if person["closed"] else None,
            deleted_ms=1 if person["deleted"] else None,
        )
        if person["rating"] is not None:
            store_rating(client, account.id, person["rating"])
        if person["pupil"]:
            put_into_a_class(client, account.id)
        made.add(account.name)
        hidden = [person[reason] for reason in ("pupil", "bot", "closed", "deleted")]
        if person["listed"] and person["kind"] == "person" and not any(hidden):
            expected.add(account.name)
    assert made.intersection(names(client)) == expected


def test_a_page_has_fifty_people_and_nobody_is_on_two(client: TestClient[Any]) -> None:
    for _ in range(PAGE + 3):
        number = next(COUNTER)
        store_account(
            client,
            Account(id=f"{number:032x}", kind="person", name=f"p{number}", display_name="P", created_ms=1),
        )
    first = listing(client)
    assert len(first["people"]) == PAGE
    found = names(client)
    assert len(found) == len(set(found)) == first["total"]


@pytest.mark.parametrize("query", [{"page": "0"}, {"page": "x"}, {"page": "²"}, {"speed": "slow"}])
def test_a_wrong_page_or_speed_is_refused(client: TestClient[Any], query: dict[str, str]) -> None:
    (field,) = query
    answer = Browser(client).get(f"/api/people?{field}={query[field]}")
    assert (answer.status_code, answer.json()["error"]["field"]) == (400, field)
