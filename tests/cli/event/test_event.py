"""`komadai event`: a whole tournament over the board, in a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from komadai.cli.main import run


class Desk:
    """The pairing desk: commands on one file."""

    def __init__(self, file: Path, captured: pytest.CaptureFixture[str]) -> None:
        self.file, self.captured = file, captured

    def __call__(self, command: str, *words: str, language: str = "en") -> str:
        """Runs a command that succeeds, and returns what it prints."""
        status = run(["--lang", language, "event", command, str(self.file), *words])
        printed = self.captured.readouterr()
        assert (status, printed.err) == (0, "")
        return printed.out

    def refusal(self, command: str, *words: str, status: int = 2) -> str:
        """Runs a command that fails, and returns its sentence."""
        assert run(["--lang", "en", "event", command, str(self.file), *words]) == status
        printed = self.captured.readouterr()
        assert printed.err.count("\n") == 1
        return printed.err


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(tmp_path / "cup.event", capsys)


def test_a_club_runs_a_round_robin_of_three(desk: Desk, tmp_path: Path) -> None:
    desk("create", "--name", "Club Cup", "--system", "round-robin")
    assert "Nobody has entered" in desk("table")
    players = tmp_path / "players.csv"
    players.write_text("name,rank,rating,club\nWada,3 dan,1900,Kita\n木村,初段\n", encoding="utf-8")
    assert desk("add", "--list", str(players)).splitlines() == ["  1  Wada", "  2  木村"]
    desk("add", "Masuda", "--rank", "2k")
    for number in range(1, 4):
        assert desk("pair").startswith(f"Round {number}\n")
        desk("result", "1", "1-0")
    desk("result", "1", "draw", "--round", "1", "--reason", "both agree")
    assert "木村" in desk("finish")
    table = json.loads(desk("table", "--json"))
    assert table["finished"] is True
    assert sum(line["points"] for line in table["table"]) == 3
    assert "順位" in desk("table", language="ja")


def test_players_are_paired_by_hand_sit_out_withdraw_and_come_back(desk: Desk) -> None:
    desk("create", "--name", "Swiss", "--rounds", "3")
    desk("add", *(f"P{number}" for number in range(1, 7)))
    desk("sit-out", "P6", "--bye", "zero")
    round_one = desk("pair", "--force", "1-2", "--force", "5-")
    assert "1  1 P1  2 P2" in round_one
    assert "5 P5  bye" in round_one
    desk("withdraw", "3")
    desk("pair", "--redo")
    desk("withdraw", "P3", "--return")
    for board in ("1", "2"):
        desk("result", board, "0-1")
    assert "P3" in desk("pair")


def test_a_tori_shogi_event_ranks_by_the_european_table(desk: Desk) -> None:
    desk("create", "--name", "Tori Cup", "--variant", "tori", "--scale", "fesa")
    desk("add", "Wada", "--rating", "2100")
    assert "4 dan" in desk("table")
    assert json.loads(desk("table", "--json"))["variant"] == "tori"


def test_two_teams_play_on_two_boards_with_a_substitute(desk: Desk, tmp_path: Path) -> None:
    desk("create", "--name", "Clubs", "--system", "round-robin", "--teams", "2")
    assert desk("team", "Kita", "Wada=3 dan", "Oyama=1900").splitlines() == ["  1  Wada", "  2  Oyama"]
    desk("team", "Minami", "Masuda", "Kimura")
    assert "3  Habu" in desk("team", "Kita", "Habu")
    desk("pair")
    assert "1  Wada\n  2  Habu" in desk("lineup", "Kita", "1", "3")
    assert "Habu" in desk("start")
    assert "results of the boards" in desk.refusal("result", "1", "1-0")
    assert "not the number" in desk.refusal("result", "x", "1-0")
    desk("result", "1.1", "1-0")
    assert "1-1" in desk("result", "1.2", "1-0")
    assert "Boards" in desk("table")
    desk("export", "--kind", "pairings", "-o", str(tmp_path / "round.pdf"))
    assert (tmp_path / "round.pdf").read_bytes().startswith(b"%PDF")


def test_a_club_has_a_ladder(desk: Desk) -> None:
    desk("create", "--name", "Ladder", "--system", "ladder", "--reach", "2")
    desk("add", "Wada", "Oyama", "Masuda", "Kimura")
    assert "2 places" in desk.refusal("challenge", "Kimura", "Wada")
    assert desk("challenge", "Kimura", "Oyama") == "  1  Kimura → Oyama\n"
    assert "Game 1" in desk("answer", "1", "accept")
    black = json.loads(desk("table", "--json"))["games"][0]["black"]
    desk("result", "1", "1-0" if black == 4 else "0-1")
    assert [line["player"] for line in json.loads(desk("table", "--json"))["table"]] == [1, 4, 2, 3]
    desk("challenge", "Masuda", "Oyama")
    assert "Masuda" in desk("answer", "2", "refuse")
    assert [line["player"] for line in json.loads(desk("table", "--json"))["table"]] == [1, 4, 3, 2]
    desk("challenge", "4", "1")
    desk("answer", "3", "take-back")
    assert "challenge each other" in desk.refusal("pair")


def test_a_league_by_letter_reports_strengths(desk: Desk, tmp_path: Path) -> None:
    desk("create", "--name", "PSL", "--system", "league", "--handicaps")
    desk("add", "Wada", "--rating", "1500")
    desk("add", "Oyama", "--rating", "1950")
    assert "not a code" in desk.refusal("wants", "Wada", "2", "--languages", "english")
    assert desk("wants", "Wada", "2", "--languages", "en, ja") == "Wada: 2  en, ja\n"
    assert "two-piece" in desk("pair")
    assert "nobody waits" in desk.refusal("pair")
    desk("result", "1", "1-0")
    assert "1514" in desk("table")
    assert desk("report").splitlines()[-1].split() == ["2", "Wada", "1514", "1", "0", "0", "en,", "ja"]
    assert "not a date" in desk.refusal("report", "--date", "June")
    desk("report", "-o", str(tmp_path / "report.pdf"), language="ja")
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")


def test_refusals_are_one_sentence(desk: Desk, tmp_path: Path) -> None:
    assert "cannot be read" in desk.refusal("table", status=1)
    assert "nothing" in desk.refusal("create", "--name", "Cup", "--variant", "nothing")
    assert "only in standard shogi" in desk.refusal(
        "create", "--name", "Cup", "--variant", "tori", "--handicaps"
    )
    desk("create", "--name", "Cup")
    assert "exists already" in desk.refusal("create", "--name", "Cup")
    assert "at least two players" in desk.refusal("pair")
    desk("add", "Wada", "Oyama")
    assert "not a rank" in desk.refusal("add", "Masuda", "--rank", "meijin")
    assert "no player Habu" in desk.refusal("withdraw", "Habu")
    desk("pair")
    assert "expected one of 1-0" in desk.refusal("result", "1", "2-0")
    assert "no board 7" in desk.refusal("result", "7", "1-0")
    assert "not a pair" in desk.refusal("pair", "--force", "x")
    assert "pdf" in desk.refusal("export", "-o", str(tmp_path / "table.doc"))


def test_the_table_is_written_to_files(desk: Desk, tmp_path: Path) -> None:
    desk("create", "--name", "Cup", "--rounds", "1")
    desk("add", "Wada", "Oyama")
    desk("pair")
    desk("result", "1", "black+")
    for suffix, start in (("csv", b"\xef\xbb\xbfLine,Place,Name"), ("json", b"{"), ("pdf", b"%PDF")):
        out = tmp_path / f"table.{suffix}"
        desk("export", "-o", str(out))
        assert out.read_bytes().startswith(start)
    desk("export", "--kind", "pairings", "-o", str(tmp_path / "round.pdf"))
    assert "input files" in desk.refusal("export", "-o", str(desk.file))


def test_a_title_is_played_for_in_two_seasons(
    desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    league = Desk(tmp_path / "league.event", capsys)
    league("create", "--name", "League", "--system", "round-robin")
    league("add", "Wada", "Oyama")
    league("pair")
    league("result", "1", "1-0")
    winner = "Wada" if "1  1 Wada" in league("table", "--round", "1") else "Oyama"
    first = Desk(tmp_path / "first.event", capsys)
    first("title", "--name", "First", "--title", "Meijin", "--games", "3", "--holder", "Kimura",
          "--qualifier", str(league.file))  # fmt: skip
    assert "League is not over" in first.refusal("challenger")
    league("finish")
    assert winner in first("challenger")
    assert first("pair").startswith("Game 1\n")
    assert "replayed: 1" in first("result", "1", "sennichite")
    first("result", "1", "draw")
    for _ in range(2):
        black_is_holder = "1 Kimura  2" in first("pair")
        first("result", "1", "0-1" if black_is_holder else "1-0")
    assert "all rounds" in first.refusal("pair")
    first("finish")
    desk("title", "--name", "Second", "--previous", str(first.file))
    table = json.loads(desk("table", "--json"))
    assert (table["title"], table["players"][0]["name"]) == ("Meijin", winner)
    assert "no challenger event" in desk.refusal("challenger")
    assert "odd number" in Desk(tmp_path / "x", capsys).refusal("title", "--name", "X", "--games", "4")


def test_colours_go_on_from_a_replay_and_the_arbiter_sets_those_of_a_game(desk: Desk) -> None:
    desk("title", "--name", "Match", "--holder", "Nakahara", "--after-replay", "exchanged")
    desk("add", "Kato")
    assert "there is no round 1" in desk.refusal("colors", "Kato").casefold()
    desk("pair")
    for player in ("Nakahara", "Kato", "Kato"):
        other = {"Nakahara": "2 Kato", "Kato": "1 Nakahara"}[player]
        assert f"{player}  {other}" in desk("colors", player), "whoever had Black before"
    assert "1 Nakahara  2 Kato" in desk("result", "1", "sennichite")
    assert "has begun" in desk.refusal("colors", "Kato")
    desk("result", "1", "1-0")
    assert "2 Kato  1 Nakahara" in desk("pair"), "the colours of the replay are exchanged"
    assert "scheduled" in desk.refusal("title", "--name", "X", "--after-replay", "lots")


def test_a_club_plays_an_arena(desk: Desk) -> None:
    desk("create", "--name", "Blitz", "--system", "arena", "--minutes", "30", "--no-streaks")
    desk("add", "Wada", "Oyama", "Masuda")
    assert desk("pair") == "1  1 Wada  2 Oyama\n"
    assert "No two players are free" in desk("pair")
    desk("result", "1", "1-0")
    assert "Masuda" in desk("pair")
    desk("result", "2", "draw")
    desk("withdraw", "Masuda")
    assert "Wada" in desk("pair"), "nobody else plays, so the two meet again"
    desk("result", "3", "0-1")
    table = json.loads(desk("table", "--json"))
    assert sum(line["points"] for line in table["table"]) == 3
    assert "Games" in desk("finish")


def test_a_teacher_gives_a_simultaneous_display(desk: Desk) -> None:
    desk("create", "--name", "Display", "--system", "simul", "--handicaps")
    desk("add", "Teacher", "--rank", "4 dan")
    desk("add", "Wada", "--rank", "1 dan")
    desk("add", "Oyama", "Masuda")
    assert "no player has been accepted" in desk.refusal("pair")
    assert "Bishop" in desk("accept", "Wada")
    assert "no player Habu" in desk.refusal("accept", "Habu")
    assert "expected a handicap" in desk.refusal("accept", "Oyama", "--handicap", "queen")
    desk("accept", "Oyama", "Masuda", "--handicap", "two-piece")
    assert "二枚落ち" in desk("accept", "Oyama", "--take-back", language="ja")
    assert "--handicap" in desk.refusal("accept", "Oyama", "--take-back", "--handicap", "even")
    assert desk("pair").splitlines()[1:] == [
        "1  2 Wada    1 Teacher  …  bishop",
        "2  4 Masuda  1 Teacher  …  two-piece",
    ]
    assert "the display has begun" in desk.refusal("accept", "Oyama")
    desk("result", "1", "0-1")
    desk("result", "2", "1-0")
    table = json.loads(desk("table", "--json"))
    assert [(line["player"], line["points"]) for line in table["table"]] == [(1, 1), (2, 0), (4, 1), (3, 0)]
    assert "Teacher" in desk("finish")


def test_only_a_display_accepts_players(desk: Desk) -> None:
    desk("create", "--name", "Cup")
    desk("add", "Wada")
    assert "only in a simultaneous display" in desk.refusal("accept", "Wada")


LONG = "x" * 61


@pytest.mark.parametrize(
    ("words", "field"),
    [
        (["add", LONG], "name"),
        (["add", "Wada", "--club", LONG], "club"),
        (["withdraw", "1", "--reason", LONG * 9], "reason"),
    ],
)
def test_a_text_that_is_too_long_is_refused_and_the_file_stays_readable(
    desk: Desk, words: list[str], field: str
) -> None:
    desk("create", "--name", "Club Cup")
    desk("add", "Kimura")
    assert f"{field}: at most" in desk.refusal(*words)
    assert "Kimura" in desk("table")


def test_an_event_with_too_long_a_name_is_not_made(desk: Desk) -> None:
    assert "name: at most 60 characters" in desk.refusal("create", "--name", LONG)
    assert "name: at most 60 characters" in desk.refusal("title", "--name", "First", "--holder", LONG)
    assert not desk.file.exists()


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("Wada,45 dan", "line 3: 45 dan is not a rank"),
        ("Wada,3 dan,1high", "line 3: 1high is not a rating"),
        ("kimura", "line 3: there is a player kimura already"),
        (LONG, "line 3: name: at most 60 characters"),
        (",3 dan", "line 3: a player needs a name"),
    ],
)
def test_a_list_with_a_fault_enters_nobody_and_names_the_line(
    desk: Desk, tmp_path: Path, line: str, problem: str
) -> None:
    desk("create", "--name", "Club Cup")
    players = tmp_path / "players.csv"
    players.write_text(f"Name,Rank\nKimura,1 dan\n{line}\n", encoding="utf-8")
    assert problem in desk.refusal("add", "--list", str(players), status=1)
    assert "Nobody has entered" in desk("table")


def test_a_name_and_a_rank_are_corrected(desk: Desk) -> None:
    desk("create", "--name", "Club Cup")
    desk("add", "Mory", "--rank", "2 kyu")
    desk("add", "Kim")
    assert desk("correct", "Mory", "--name", "Mori").split() == ["1", "Mori", "2", "kyu"]
    assert desk("correct", "1", "--rank", "初段").split() == ["1", "Mori", "1", "dan"]
    assert "there is a player kim already" in desk.refusal("correct", "Mori", "--name", "kim")
    assert "Mori" in desk("table")
