"""A deleted account leaves its names and words in no column of text of any table."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from komadai.server.chat import game_chat
from komadai.server.db.database import metadata
from tests.server.conftest import UNLIMITED, Server, begin_two
from tests.server.people.accounts import PASSWORD, give_role, somebody
from tests.server.studies.studies import Study
from tests.server.tournaments.people import Person

NAMES = ("victim", "othername", "ヴィクトリア", "らいおん")
"""Parts of all names of the deleted account."""
WORDS = ("secretword",)
"""What the account has written."""
OF_OTHERS = {
    ("chat_lines", "text"): "what somebody else has said of the person belongs to them",
    ("reports", "chat"): "the same, where it is the evidence of a report about that other person",
    ("moderation_log", "reason"): "the reason of an act on somebody else is a moderator's own words",
}
"""Where a name may still be found, because others have typed it, and why."""


def everything(client: Any) -> dict[tuple[str, str], str]:
    """All texts in the database by table and column."""
    engine = client.app.state.people.store.engine

    async def read() -> dict[tuple[str, str], str]:
        found: dict[tuple[str, str], str] = {}
        async with engine.connect() as connection:
            for table in metadata.sorted_tables:
                for column in table.columns:
                    if isinstance(column.type, sa.String):
                        texts = (await connection.execute(sa.select(column))).scalars()
                        found[table.name, column.name] = "\n".join(filter(None, texts)).lower()
        return found

    with client.portal() as portal:
        found: dict[tuple[str, str], str] = portal.call(read)
    return found


def places(client: Any, *words: str) -> set[tuple[str, str]]:
    return {place for place, text in everything(client).items() if any(word in text for word in words)}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_chat, "PAUSE_MS", 0)


@pytest.mark.usefixtures("quick")
def test_the_names_and_words_of_a_deleted_account_are_nowhere(
    server: Server, database_url: str | None
) -> None:
    with server(database=database_url, limits=UNLIMITED) as client:
        chief, _ = somebody(client, "admin")
        _, other_name = somebody(client, "moderator")
        other = Person(client)
        other.log_in(other_name)
        third, third_name = somebody(client)
        victim = Person(client)
        victim.register("Victim", display_name="ヴィクトリア")
        rename = {
            "act": "rename",
            "reason": "Victim is rude",
            "new_name": "Othername",
            "display_name": "らいおん",
        }

        # Moderated, and a moderator itself.
        chief.post("/api/moderation/people/Victim/act", rename | {"new_name": "Victim2"})
        chief.post("/api/moderation/people/Victim2/act", {"act": "warn", "reason": "Victim, stop"})
        give_role(client, "Victim2", "moderator")
        victim = Person(client)
        victim.log_in("Victim2")
        victim.post(f"/api/moderation/people/{third_name}/act", {"act": "mute", "reason": "as Victim says"})

        # In chats and in reports, by and about the account, and about somebody else.
        game = begin_two(victim, other)
        with victim.open(game) as page, other.open(game) as reader:
            assert page.ask("say", text="secretword")["type"] == "done"
            assert reader.ask("say", text="hello, Victim2")["type"] == "done"
        about = {"reason": "language", "text": "Victim2 is rude", "game": game}
        assert other.post("/api/people/Victim2/report", about).status_code == 201
        assert (
            third.post(f"/api/people/{other_name}/report", {"reason": "other", "game": game}).status_code
            == 201
        )
        mine = {"reason": "other", "text": "secretword", "game": game}
        assert victim.post(f"/api/people/{other_name}/report", mine).status_code == 201
        assert {("reports", "chat"), ("reports", "text")} <= places(client, "secretword", "victim")
        chief.post("/api/moderation/people/Victim2/act", rename)

        # In events, studies, challenges, tokens, and on the profile.
        cup = other.create(online=True)
        assert victim.ask(cup, "join").status_code == 200
        team = other.create(name="Teams", system="round-robin", boards=1)
        other.do(team, "add", name="Club", members=[{"account": "Othername"}])
        study = Study.new(other, visibility="public")
        study.invite("Othername")
        theirs = study.of(victim)
        theirs.do("comment", node=0, text="secretword")
        Study.new(victim, name="secretword")
        with victim.connect() as page:
            page.send("subscribe", topic={"type": "lobby", "id": "lobby"})
            page.receive()
            assert other.post("/api/challenges", {"to": "Othername"}).status_code == 201
        victim.post("/api/account/profile", {"display_name": "らいおん", "about": "secretword"})
        victim.post("/api/account/tokens", {"name": "secretword", "scopes": ["read"]})
        made = victim.post("/api/lessons/classes", {"name": "secretword"})
        assert made.status_code in (200, 201), made.text
        held = {("accounts", "name"), ("former_names", "name_key"), ("challenges", "settings")}
        assert held < places(client, *NAMES), "the names are found before"

        assert victim.enter("delete", password=PASSWORD).status_code == 200
        assert places(client, *NAMES) == OF_OTHERS.keys()
        assert places(client, *WORDS) == set()
        assert "hello, victim2" in everything(client)["chat_lines", "text"]
        chats = everything(client)["reports", "chat"]
        assert "players deleted (black): …" in chats
        assert f"players {other_name.lower()} (white): hello" in chats, "a report keeps what others have said"
