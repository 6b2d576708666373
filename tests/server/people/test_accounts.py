"""Accounts over HTTP: registering, logging in and out, what goes along, and what is refused."""

from __future__ import annotations

import hashlib
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from itsdangerous import Signer
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from komadai.messages.text import Text
from komadai.server.games.views import GUEST, YOU
from komadai.server.http.keys import load_keys
from komadai.server.people.profiles import DELETED
from komadai.server.people.store import accounts
from komadai.server.rate_limits import Rate
from komadai.server.studies.chapter_people import PLAYERS
from komadai.server.tournaments.log_texts import SERVER
from komadai.server.tournaments.personal_data import DELETED as DELETED_PLAYER
from tests.server.conftest import UNLIMITED, Server, Socket, code
from tests.server.people.accounts import OTHER_PASSWORD, PASSWORD, Browser
from tests.server.people.solvers import solve_one


@pytest.fixture
def browser(client: TestClient[Any]) -> Browser:
    return Browser(client)


class TestRegistering:
    def test_a_guest_gets_an_account_and_is_logged_in(self, browser: Browser) -> None:
        answer = browser.register("Habu_01", display_name="羽生 ファン")
        assert answer.headers["cache-control"] == "no-store"
        account = browser.account
        assert account is not None
        assert (account["name"], account["display_name"], account["role"]) == (
            "Habu_01",
            "羽生 ファン",
            "user",
        )

    def test_a_name_is_taken_in_any_case(self, browser: Browser) -> None:
        browser.register("Oyama")
        answer = Browser(browser.client).enter("register", name="oYAMA", password=PASSWORD)
        assert (answer.status_code, code(answer)) == (409, "name_taken")

    def test_who_is_logged_in_does_not_register_again(self, browser: Browser) -> None:
        browser.register("Kimura")
        assert code(browser.enter("register", name="Kimura2", password=PASSWORD)) == "has_account"

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({"name": "a"}, "name"),
            ({"name": "a" * 21}, "name"),
            ({"name": "has space"}, "name"),
            ({"name": "将棋"}, "name"),
            ({"name": "Admin"}, "name"),
            ({"name": "fine\n"}, "name"),
            ({"password": "short"}, "password"),
            ({"password": "p" * 300}, "password"),
            ({"password": "aaaaaaaaaaaa"}, "password"),
            ({"password": "Password1"}, "password"),
            ({"name": "long_name", "password": "Long_Name"}, "password"),
            ({"display_name": "a\u200bb"}, "display_name"),
            ({"display_name": "\u202eabc"}, "display_name"),
            ({"display_name": "\u3164"}, "display_name"),
            ({"display_name": "\u180f"}, "display_name"),
            ({"display_name": "z" + "\u0301" * 5}, "display_name"),
            ({"display_name": "ก" + "\u0e47" * 4}, "display_name"),
            ({"display_name": "長" * 31}, "display_name"),
            ({"display_name": "Moderator"}, "display_name"),
            ({"display_name": "運営"}, "display_name"),
            ({"display_name": "審判員"}, "display_name"),
            ({"display_name": "【管理者】"}, "display_name"),
            ({"display_name": "аdmin"}, "display_name"),  # with a Cyrillic а
            ({"display_name": "deleted player 3"}, "display_name"),
            ({"display_name": "アドミン"}, "display_name"),
            ({"display_name": "サーバー管理"}, "display_name"),
            ({"display_name": "運営スタッフ"}, "display_name"),
            ({"display_name": "Komadai staff"}, "display_name"),
        ],
    )
    def test_a_malformed_name_or_weak_password_is_refused(
        self, browser: Browser, body: dict[str, str], field: str
    ) -> None:
        answer = browser.enter("register", **({"name": "Nakahara", "password": PASSWORD} | body))
        assert (answer.status_code, code(answer)) == (400, "invalid")
        assert answer.json()["error"]["field"] == field

    def test_nobody_is_shown_as_another_account(self, client: TestClient[Any], browser: Browser) -> None:
        other = Browser(client)
        browser.register("Genuine_1")
        refused = other.enter("register", name="Copy_1", password=PASSWORD, display_name="genuine_1")
        assert refused.json()["error"]["field"] == "display_name"
        other.register("Copy_1")
        answer = other.post("/api/account/profile", {"display_name": "GENUINE_1", "about": ""})
        assert answer.json()["error"]["field"] == "display_name"
        answer = browser.post("/api/account/profile", {"display_name": "GENUINE_1", "about": ""})
        assert answer.status_code == 200, "one's own name may be written otherwise"

    @pytest.mark.parametrize(
        "text", [GUEST, YOU, DELETED, SERVER, *PLAYERS.values(), Text(DELETED_PLAYER, "")]
    )
    @pytest.mark.parametrize("language", ["en", "ja"])
    def test_nobody_is_shown_as_what_stands_for_a_name(
        self, browser: Browser, text: Text, language: str
    ) -> None:
        shown = getattr(text, language) or text.en
        answer = browser.enter("register", name="Stand_in", password=PASSWORD, display_name=shown)
        assert answer.json()["error"]["field"] == "display_name", shown

    @pytest.mark.parametrize("name", ["Genuine8", "genu-ine_8", "GENUINE8", "__genuine__8__"])
    def test_no_account_has_a_name_that_looks_like_another_one(
        self, client: TestClient[Any], browser: Browser, name: str
    ) -> None:
        if Browser(client).get("/api/people/Genuine_8").status_code == 404:
            Browser(client).register("Genuine_8")
        answer = browser.enter("register", name=name, password=PASSWORD)
        assert (answer.status_code, code(answer)) == (409, "name_taken")

    @pytest.mark.parametrize("name", ["Komadai-staff", "adm1n", "StaffTaro", "mod_3"])
    def test_no_account_is_called_like_a_role(self, browser: Browser, name: str) -> None:
        answer = browser.enter("register", name=name, password=PASSWORD)
        assert answer.json()["error"]["field"] == "name"

    def test_a_name_of_before_stays_when_it_would_be_refused_today(
        self, client: TestClient[Any], browser: Browser
    ) -> None:
        browser.register("Sekiya")

        async def put_in(shown: str) -> None:  # as an earlier version did
            async with client.app.state.people.store.engine.begin() as connection:
                which = accounts.update().where(accounts.c.name == "Sekiya")
                await connection.execute(which.values(display_name=shown))

        with client.portal() as portal:
            portal.call(put_in, "運営スタッフ")
        client.app.state.people.sessions.forget_account(browser.id)
        answer = browser.post("/api/account/profile", {"display_name": "運営スタッフ", "about": "x"})
        assert (answer.json()["display_name"], answer.json()["about"]) == ("運営スタッフ", "x")
        answer = browser.post("/api/account/profile", {"display_name": "運営スタッフ2", "about": ""})
        assert answer.json()["error"]["field"] == "display_name"

    @pytest.mark.parametrize(
        "shown",
        [
            "Gеnuine_9",
            "ＧＥＮＵＩＮＥ＿９",
            "ԍenuіne_9",
            "genuine_9.",
            "genuine9",
            "Genuine 9ˈ",
            "Gen-uine_9",
            "☆Genuine_9☆",
        ],
    )
    def test_nobody_is_shown_as_what_looks_like_another_account(
        self, client: TestClient[Any], browser: Browser, shown: str
    ) -> None:
        if Browser(client).get("/api/people/Genuine_9").status_code == 404:
            Browser(client).register("Genuine_9")
        answer = browser.enter("register", name="Copy_9", password=PASSWORD, display_name=shown)
        assert answer.json()["error"]["field"] == "display_name"

    def test_the_display_name_is_normalised(self, browser: Browser) -> None:
        browser.register("Tanigawa", display_name="  ﾀﾆｶﾞﾜ　浩司 ")
        assert browser.account is not None
        assert browser.account["display_name"] == "タニガワ 浩司"

    def test_only_the_hash_of_the_password_is_stored(self, server: Server, tmp_path: Path) -> None:
        with server() as client:
            browser = Browser(client)
            browser.register("Yonenaga")
            token = browser.cookie.partition("=")[2]
        with sqlite3.connect(tmp_path / "komadai.sqlite") as raw:
            dump = "\n".join(raw.iterdump())
        raw.close()
        assert "$argon2id$" in dump
        assert PASSWORD not in dump
        assert token not in dump


class TestLoggingIn:
    def test_an_account_is_entered_from_another_browser_in_any_case(self, browser: Browser) -> None:
        browser.register("Masuda")
        other = Browser(browser.client)
        assert other.log_in("mASUDA").status_code == 200
        assert other.id == browser.id
        assert other.account is not None

    def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(self, browser: Browser) -> None:
        browser.register("Ariyoshi")
        other = Browser(browser.client)
        wrong = [other.log_in("Ariyoshi", OTHER_PASSWORD), other.log_in("Nobody_here", PASSWORD)]
        assert [answer.status_code for answer in wrong] == [403, 403]
        assert wrong[0].json() == wrong[1].json()
        assert code(wrong[0]) == "bad_login"
        assert all("set-cookie" not in answer.headers for answer in wrong)

    def test_the_token_changes_so_that_a_planted_one_is_worthless(self, browser: Browser) -> None:
        """Session fixation: an attacker knows the cookie that the victim's browser has before the login."""
        browser.register("Futakami")
        victim = Browser(browser.client)
        attacker = Browser(browser.client)
        attacker.cookie, attacker.csrf = victim.cookie, victim.csrf
        victim.log_in("Futakami")
        assert victim.cookie != attacker.cookie
        assert code(attacker.get("/api/account/sessions")) == "no_guest"
        assert code(attacker.post("/api/games", {})) == "no_guest"

    def test_a_password_does_not_expire(self, server: Server, tmp_path: Path) -> None:
        with server(limits=UNLIMITED) as client:
            browser = Browser(client)
            browser.register("Old_1")
            with sqlite3.connect(tmp_path / "komadai.sqlite") as raw:
                raw.execute("UPDATE accounts SET created_ms = 1")
            raw.close()
            assert Browser(client).log_in("Old_1").status_code == 200

    @pytest.mark.parametrize(
        "changes", [{"X-CSRF-Token": None}, {"X-CSRF-Token": "0" * 64}, {"Origin": None}]
    )
    def test_another_site_cannot_log_a_browser_in(
        self, browser: Browser, changes: dict[str, str | None]
    ) -> None:
        body = {"name": "attacker", "password": PASSWORD}
        assert code(browser.post("/api/account/login", body, **changes)) in ("csrf", "origin")

    def test_the_csrf_token_from_before_the_login_is_refused(self, browser: Browser) -> None:
        before = browser.csrf
        browser.register("Kato123")
        assert code(browser.post("/api/account/logout", {}, **{"X-CSRF-Token": before})) == "csrf"

    def test_guessing_is_slowed_down_for_an_account_but_not_for_its_owner(self, server: Server) -> None:
        with server(limits=replace(UNLIMITED, account_passwords=Rate(1e-9, 3))) as client:
            owner = Browser(client)
            owner.register("Moriyasu")
            guesser = Browser(client)
            for name in ("Moriyasu", "Nobody_here"):
                answers = [code(guesser.log_in(name, OTHER_PASSWORD)) for _ in range(4)]
                assert answers == ["bad_login"] * 3 + ["slow_down"]
            assert code(guesser.log_in("moriyasu")) == "slow_down"

    def test_guessing_is_slowed_down_for_an_address(self, server: Server) -> None:
        with server(limits=replace(UNLIMITED, address_passwords=Rate(1e-9, 3))) as client:
            guesser = Browser(client)
            answers = [code(guesser.log_in(f"name{number}", PASSWORD)) for number in range(4)]
            assert answers == ["bad_login"] * 3 + ["slow_down"]


class TestWhatGoesAlong:
    def test_a_running_game_continues_after_the_login(self, browser: Browser) -> None:
        """The game's page stays open: its socket is closed, and connects again with the new cookie."""
        browser.register("Maruta")
        browser.enter("logout")
        game_id = browser.begin()
        with browser.open(game_id) as socket:
            assert socket.ask("move", usi="7g7f")["type"] == "done"
            browser.log_in("Maruta")
            refused = socket.ask("move", usi="2g2f")
            assert refused["code"] == "session_ended", "the old session can do nothing any more"
            assert closing_code(socket) == 4401
        with browser.open(game_id) as socket:
            socket.until(lambda game: len(game["moves"]) >= 2)
            assert socket.game["you"] == "black"
            usi = socket.game["position"]["legal"][0]
            assert socket.ask("move", usi=usi)["type"] == "done"
        assert browser.games == [game_id]

    def test_games_and_tsume_progress_go_into_a_new_account(self, browser: Browser) -> None:
        game_id = browser.begin()
        solve_one(browser)
        browser.register("Hanamura")
        assert browser.games == [game_id]
        assert browser.get("/api/tsume").json()["tried"] == 1

    def test_they_are_added_to_those_of_an_existing_account(self, browser: Browser) -> None:
        solve_one(browser)
        first = browser.begin()
        browser.register("Sekine")
        solve_one(browser)
        other = Browser(browser.client)
        second = other.begin()
        solve_one(other)
        other.log_in("Sekine")
        assert set(other.games) == {first, second} == set(browser.games)
        standing = other.get("/api/tsume").json()
        assert (standing["tried"], standing["solved"]) == (3, 3)

    def test_after_the_logout_the_browser_is_a_guest_without_them(self, browser: Browser) -> None:
        browser.register("Doi_0")
        game_id = browser.begin()
        old = browser.cookie
        browser.enter("logout")
        assert browser.account is None
        assert browser.games == []
        browser.cookie = old
        assert code(browser.get("/api/games")) == "no_guest"
        with browser.open(game_id) as socket:
            assert socket.game["you"] is None, "anyone who knows the address can watch"

    def test_another_account_cannot_move_in_the_game(self, browser: Browser) -> None:
        browser.register("Itaya")
        game_id = browser.begin()
        other = Browser(browser.client)
        other.register("Itaya2")
        with other.open(game_id) as socket:
            assert socket.ask("move", usi="7g7f")["code"] == "not_yours"


class TestOldCookies:
    def cookie(self, folder: Path, guest: str) -> str:
        secret = load_keys(folder)[-1].secret
        signer = Signer(secret, salt="komadai.guest", key_derivation="hmac", digest_method=hashlib.sha256)
        return f"komadai_guest={signer.sign(guest).decode()}"

    def test_a_guest_of_version_0_1_0_keeps_the_games_in_a_new_session(
        self, server: Server, tmp_path: Path
    ) -> None:
        (tmp_path / "secret.key").write_bytes(bytes(range(32)))
        with server() as client:
            browser = Browser(client)
            game_id = browser.begin()
            old = {"Cookie": self.cookie(tmp_path, browser.id)}
            again = Browser(client)
            answer = client.get("/api/session", headers=old)
            assert answer.json()["guest"] == browser.id
            cookies = answer.headers.get_list("set-cookie")
            assert any("komadai_guest=" in each and "Max-Age=0" in each for each in cookies)
            again.cookie = next(each for each in cookies if "session" in each).partition(";")[0]
            client.cookies.clear()
            assert again.games == [game_id]

    def test_the_old_cookie_does_not_open_the_account(self, server: Server, tmp_path: Path) -> None:
        with server() as client:
            browser = Browser(client)
            guest = browser.id
            browser.begin()
            browser.register("Tsukada")
            for person in (guest, browser.id):
                old = {"Cookie": self.cookie(tmp_path, person)}
                answer = client.get("/api/session", headers=old)
                assert answer.json()["account"] is None
                assert answer.json()["guest"] not in (guest, browser.id)
                client.cookies.clear()


class TestSessions:
    def test_they_are_listed_and_can_be_ended(self, browser: Browser) -> None:
        browser.register("Aono_1")
        other = Browser(browser.client)
        agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
        other.take(
            other.post(
                "/api/account/login", {"name": "Aono_1", "password": PASSWORD}, **{"User-Agent": agent}
            )
        )
        assert len(browser.sessions) == 2
        entry = next(each for each in browser.sessions if not each["current"])
        assert entry["device"] == "Firefox, Linux"
        assert browser.post(f"/api/account/sessions/{entry['id']}/end", {}).status_code == 200
        assert [each["current"] for each in browser.sessions] == [True]
        assert code(other.get("/api/account/sessions")) == "no_guest"

    def test_nobody_ends_the_session_of_somebody_else(self, browser: Browser) -> None:
        browser.register("Owner_1")
        thief = Browser(browser.client)
        thief.register("Thief_1")
        own = browser.sessions[0]["id"]
        assert code(thief.post(f"/api/account/sessions/{own}/end", {})) == "not_found"
        assert browser.account is not None

    def test_ending_a_session_closes_its_sockets(self, browser: Browser) -> None:
        browser.register("Socket_1")
        other = Browser(browser.client)
        other.log_in("Socket_1")
        with other.connect() as socket:
            assert socket.ask("ping")["type"] == "done"
            browser.post("/api/account/end-other-sessions", {})
            assert closing_code(socket) == 4401
        assert browser.account is not None

    def test_a_guest_has_no_account_page(self, browser: Browser) -> None:
        for path in ("sessions", "export"):
            assert code(browser.get(f"/api/account/{path}")) == "no_account"

    def test_another_process_can_end_sessions(self, server: Server, tmp_path: Path) -> None:
        with server() as client:
            browser = Browser(client)
            browser.register("Remote_1")
            with browser.connect() as socket:
                assert socket.ask("ping")["type"] == "done"
                with sqlite3.connect(tmp_path / "komadai.sqlite") as raw:
                    raw.execute(
                        "UPDATE sessions SET ended_ms = created_ms + 1 WHERE person_id = ?", (browser.id,)
                    )
                raw.close()
                assert closing_code(socket) == 4401
            assert code(browser.get("/api/games")) == "no_guest"

    def test_a_session_survives_a_restart(self, server: Server) -> None:
        with server() as client:
            browser = Browser(client)
            browser.register("Restart_1")
        with server() as client:
            browser.client = client
            assert browser.account is not None


class TestOnesAccount:
    def test_a_new_password_ends_all_other_sessions(self, browser: Browser) -> None:
        browser.register("Secret_1")
        other = Browser(browser.client)
        other.log_in("Secret_1")
        before = browser.cookie
        answer = browser.enter("password", current=PASSWORD, new=OTHER_PASSWORD)
        assert answer.status_code == 200
        assert browser.cookie != before
        assert code(other.get("/api/account/sessions")) == "no_guest"
        assert code(other.get("/api/games")) == "no_guest"
        fresh = Browser(browser.client)
        assert code(fresh.log_in("Secret_1", PASSWORD)) == "bad_login"
        assert fresh.log_in("Secret_1", OTHER_PASSWORD).status_code == 200

    def test_the_password_is_not_changed_without_the_current_one(self, browser: Browser) -> None:
        browser.register("Secret_2")
        assert code(browser.enter("password", current="wrong one", new=OTHER_PASSWORD)) == "bad_password"
        assert code(browser.enter("password", current=PASSWORD, new="short")) == "invalid"

    def test_profile_and_settings_are_stored(self, browser: Browser) -> None:
        browser.register("Profile_1")
        browser.post("/api/account/profile", {"display_name": "棋士", "about": " 振り飛車党\u0007です \n"})
        browser.post("/api/account/preferences", {"preferences": {"language": "ja", "sound": False}})
        assert browser.account is not None
        assert browser.account["display_name"] == "棋士"
        assert browser.account["about"] == "振り飛車党です"
        assert browser.account["preferences"] == {"language": "ja", "sound": False}

    @pytest.mark.parametrize("preferences", [{"x" * 33: True}, {"x": "y" * 33}, {"x": 1}, {"x": {}}, None])
    def test_settings_are_a_small_table(self, browser: Browser, preferences: object) -> None:
        browser.register(f"Prefs_{abs(hash(str(preferences))) % 10**6}")
        assert code(browser.post("/api/account/preferences", {"preferences": preferences})) == "invalid"

    def test_everything_about_one_is_exported(self, browser: Browser) -> None:
        browser.register("Export_1")
        game_id = browser.begin()
        solve_one(browser)
        answer = browser.get("/api/account/export")
        assert "Export_1" in answer.headers["content-disposition"]
        data = answer.json()
        assert data["account"]["name"] == "Export_1"
        assert [game["id"] for game in data["games"]] == [game_id]
        assert data["games"][0]["events"][0]["type"] == "created/2"
        assert [each["kind"] for each in data["security_log"]][-1] == "registered"
        assert [list(each) for each in data["tsume"]] == [["progress"], ["attempt"]]
        assert "token_hash" not in answer.text
        assert "argon2" not in answer.text

    def test_a_deleted_account_is_gone_and_its_name_stays_taken(self, server: Server, tmp_path: Path) -> None:
        with server(limits=UNLIMITED) as client:
            browser = Browser(client)
            browser.register("Leaving_1", display_name="去る人")
            game_id = browser.begin()
            solve_one(browser)
            account_id = browser.id
            assert code(browser.enter("delete", password=OTHER_PASSWORD)) == "bad_password"
            assert browser.enter("delete", password=PASSWORD).status_code == 200
            assert browser.account is None
            assert browser.id != account_id
            assert code(browser.log_in("Leaving_1")) == "bad_login"
            assert code(browser.enter("register", name="leaving_1", password=PASSWORD)) == "name_taken"
            assert client.get(f"/api/games/{game_id}").status_code == 200, "the opponent keeps the game"
        with sqlite3.connect(tmp_path / "komadai.sqlite") as raw:
            dump = "\n".join(raw.iterdump())
            solved = raw.execute("SELECT count(*) FROM tsume_attempts").fetchone()
        raw.close()
        assert "leaving_1" not in dump.lower()
        assert "去る人" not in dump
        assert solved == (0,)


def closing_code(socket: Socket) -> int:
    """Reads messages until the server closes the socket."""
    try:
        while True:
            socket.receive()
    except WebSocketDisconnect as closed:
        return closed.code
