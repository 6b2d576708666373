"""Moderators: who may see and close reports and accounts, as a matrix, and the log of what they do."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from litestar.testing import TestClient

from komadai.server.errors import ApiError
from komadai.server.moderation import administration
from komadai.server.people.store import Role
from tests.server.conftest import begin_two, code
from tests.server.moderation.renames import rename
from tests.server.people.accounts import PASSWORD, Browser, somebody


@pytest.mark.parametrize(
    ("actor", "subject", "allowed"),
    [
        ("user", "user", False),
        ("moderator", "user", True),
        ("moderator", "moderator", False),
        ("moderator", "admin", False),
        ("admin", "user", True),
        ("admin", "moderator", True),
        ("admin", "admin", True),
    ],
)
def test_who_may_close_whose_account(
    client: TestClient[Any], actor: Role, subject: Role, allowed: bool
) -> None:
    browser, _ = somebody(client, actor)
    other, name = somebody(client, subject)
    answer = browser.post(f"/api/moderation/people/{name}/ban", {"reason": "insults", "days": 3})
    if not allowed:
        assert (answer.status_code, code(answer)) == (403, "not_moderator")
        assert other.account is not None
        return
    assert answer.status_code == 200
    entry = answer.json()["log"][0]
    assert (entry["act"], entry["reason"], entry["account"]["name"]) == ("ban", "insults", name)
    assert code(other.get("/api/games")) == "no_guest"
    assert code(Browser(client).log_in(name)) == "banned"
    assert browser.get(f"/api/people/{name}").json()["closed"] is True
    answer = browser.post(f"/api/moderation/people/{name}/lift", {"reason": "a mistake"})
    assert answer.json()["log"][0]["act"] == "ban lifted"
    assert Browser(client).log_in(name, PASSWORD).status_code == 200


def test_nobody_closes_their_own_account_here(client: TestClient[Any]) -> None:
    browser, name = somebody(client, "admin")
    assert code(browser.post(f"/api/moderation/people/{name}/ban", {"reason": "x"})) == "yourself"


@pytest.mark.parametrize("body", [{}, {"reason": ""}, {"reason": "x", "days": 0}, {"reason": "x" * 501}])
def test_a_ban_has_a_reason(client: TestClient[Any], body: dict[str, Any]) -> None:
    browser, _ = somebody(client, "moderator")
    assert code(browser.post("/api/moderation/people/x/ban", body)) == "invalid"


def test_a_report_is_seen_with_its_chat_and_closed_once(client: TestClient[Any]) -> None:
    moderator, _ = somebody(client, "moderator")
    reporter, reporter_name = somebody(client)
    reported, name = somebody(client)
    game = begin_two(reporter, reported)
    reporter.post(f"/api/people/{name}/report", {"reason": "stalling", "text": "never moves", "game": game})
    reports = moderator.get("/api/moderation").json()["reports"]
    report = next(each for each in reports if each["reported"]["name"] == name)
    assert (report["reporter"]["name"], report["reason"]) == (reporter_name, "stalling")
    assert (report["game"], report["chat"], report["closed"]) == (game, [], False)
    left = moderator.post(f"/api/moderation/reports/{report['id']}/close", {}).json()["reports"]
    assert report["id"] not in [each["id"] for each in left]
    assert code(moderator.post(f"/api/moderation/reports/{report['id']}/close", {})) == "not_found"


def test_only_moderators_see_reports(client: TestClient[Any]) -> None:
    browser, _ = somebody(client)
    assert code(browser.get("/api/moderation")) == "not_moderator"
    assert code(browser.post("/api/moderation/reports/1/close", {})) == "not_moderator"
    assert code(Browser(client).get("/api/moderation")) == "no_account"


def test_each_act_of_a_moderator_is_logged_and_can_be_taken_back(client: TestClient[Any]) -> None:
    moderator, _ = somebody(client, "moderator")
    other, name = somebody(client)
    friend, _ = somebody(client)

    def act(kind: str, subject: str = name, **more: Any) -> str:
        body = {"act": kind, "reason": "insults", **more}
        answer = moderator.post(f"/api/moderation/people/{subject}/act", body)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["log"][0]["act"])

    assert act("warn") == "warned"
    assert other.account is not None
    assert other.account["warning"] == "insults"
    assert act("withdraw_warning") == "warning withdrawn"
    assert other.account["warning"] == ""
    act("warn")
    assert other.post("/api/account/warning/read", {}).json()["warning"] == ""

    assert act("bar", days=2) == "barred"
    assert code(other.post("/api/challenges", {})) == "barred"
    made = friend.post("/api/challenges", {}).json()["id"]
    assert code(other.post(f"/api/challenges/{made}/accept", {})) == "barred"
    cup = friend.post("/api/events", {"name": "Cup", "online": True}).json()["id"]
    assert code(other.post(f"/api/events/{cup}/commands", {"command": {"type": "join"}})) == "barred"
    assert act("unbar") == "bar lifted"
    assert other.post(f"/api/challenges/{made}/accept", {}).status_code == 201

    new = f"{name}_new"
    assert act("rename", new_name=new, display_name="駒台太郎") == "renamed"
    assert other.account["name"] == new
    assert other.account["display_name"] == "駒台太郎"
    assert name in other.account["warning"]
    assert act("rename", new, new_name=name) == "renamed"
    assert Browser(client).log_in(name).status_code == 200
    body = {"act": "rename", "reason": "x", "new_name": "admin"}
    assert code(moderator.post(f"/api/moderation/people/{name}/act", body)) == "invalid"


def test_the_name_of_a_renamed_account_is_kept_for_it(client: TestClient[Any]) -> None:
    moderator, _ = somebody(client, "moderator")
    other, name = somebody(client)
    assert rename(moderator, name, f"{name}_new").status_code == 200
    stranger = Browser(client)
    assert code(stranger.enter("register", name=name.upper(), password=PASSWORD)) == "name_taken"
    as_other = stranger.enter("register", name=f"{name}_x", password=PASSWORD, display_name=name)
    assert as_other.json()["error"]["field"] == "display_name"
    like = name.replace("_", "-") + "_"
    assert code(stranger.enter("register", name=like, password=PASSWORD)) == "name_taken"
    assert other.get("/api/account/export").json()["former_names"] == [name]
    assert rename(moderator, f"{name}_new", name).status_code == 200
    assert other.account is not None
    assert other.account["name"] == name
    assert code(rename(moderator, somebody(client)[1], f"{name}_new")) == "name_taken"


def test_the_former_names_of_a_deleted_account_stay_taken(client: TestClient[Any]) -> None:
    moderator, _ = somebody(client, "moderator")
    other, name = somebody(client)
    rename(moderator, name, f"{name}_new")
    other.enter("delete", password=PASSWORD)
    for each in (name, f"{name}_new", f"{name}-new_"):
        assert code(Browser(client).enter("register", name=each, password=PASSWORD)) == "name_taken"


@pytest.mark.parametrize("shown", ["管理者", "ゲスト", "аlice"])
def test_a_moderator_gives_no_name_that_is_refused_to_its_owner(client: TestClient[Any], shown: str) -> None:
    moderator, taken = somebody(client, "moderator")
    _, name = somebody(client)
    for each in (shown, taken.upper()):
        answer = rename(moderator, name, f"{name}_new", each)
        assert answer.json()["error"]["field"] == "display_name"


def test_the_command_line_gives_no_name_that_is_refused_on_the_page(client: TestClient[Any]) -> None:
    people = client.app.state.people
    with client.portal() as portal, pytest.raises(ApiError) as refused:
        portal.call(partial(administration.create, people.store, "by_hand", PASSWORD, 1, display_name="運営"))
    assert refused.value.field == "display_name"


def test_only_moderators_act(client: TestClient[Any]) -> None:
    browser, _ = somebody(client)
    _, name = somebody(client)
    body = {"act": "mute", "reason": "x"}
    assert code(browser.post(f"/api/moderation/people/{name}/act", body)) == "not_moderator"
