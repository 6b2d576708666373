"""A game is saved completely or not at all, and every loss is reported."""

from __future__ import annotations

import codecs
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from komadai import Move
from komadai.atomic_file import NewFile, appearing
from komadai.errors import LossError, UnknownStyleError
from komadai.kifu import Game, read, save, write
from tests.kifu.samples import parts, tree
from tests.processes import started


def small(comment: str = "") -> Game:
    game = Game()
    game.root.add(Move.from_usi("7g7f"), comment=comment)
    return game


@pytest.mark.parametrize("name", ["a.kif", "a.kifu", "a.KIF", "a.ki2", "a.csa", "a.jkf", "a.psn"])
def test_a_saved_game_is_read_back(name: str, tmp_path: Path) -> None:
    game = small("good")
    assert save(game, tmp_path / name) == []
    assert parts(read(tmp_path / name)) == parts(game)
    assert os.listdir(tmp_path) == [name]


def test_kif_holds_everything_in_a_tree(tmp_path: Path) -> None:
    game = tree(3, unit_ms=1000)
    assert save(game, tmp_path / "a.kif") == []
    assert parts(read(tmp_path / "a.kif")) == parts(game)


def test_losses_are_refused_and_the_file_is_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "a.csa"
    save(small(), path)
    before = path.read_bytes()
    game = small()
    game.root.add(Move.from_usi("2g2f"))
    with pytest.raises(LossError, match=r"CSA cannot hold 1 move in variations") as info:
        save(game, path)
    assert info.value.losses == ("1 move in variations",)
    assert path.read_bytes() == before
    assert save(game, path, lossy=True) == ["1 move in variations"]
    assert os.listdir(tmp_path) == ["a.csa"]


def test_the_csa_version_that_holds_the_times_is_chosen(tmp_path: Path) -> None:
    game = small()
    game.end.time_ms = 1_234
    save(game, tmp_path / "a.csa")
    assert (tmp_path / "a.csa").read_text().count("V3.0\n")
    game.end.time_ms = 1_000
    save(game, tmp_path / "b.csa")
    assert not (tmp_path / "b.csa").read_text().count("V3.0\n")
    save(game, tmp_path / "a.csa")
    assert (tmp_path / "a.csa").read_text().count("V3.0\n")  # it is that already


def test_without_a_known_suffix_the_format_is_that_of_the_contents(tmp_path: Path) -> None:
    path = tmp_path / "record"
    with pytest.raises(UnknownStyleError, match="the suffix of 'record' is not known"):
        save(small(), path)
    path.write_text(write(small(), "psn"))
    save(small("good"), path)
    assert path.read_text() == write(small("good"), "psn")


def test_unknown_formats_and_encodings_are_refused(tmp_path: Path) -> None:
    for arguments in ({"format": "pgn"}, {"encoding": "morse"}, {"encoding": "hex"}):
        with pytest.raises(UnknownStyleError):
            save(small(), tmp_path / "a.kif", **arguments)  # type: ignore[arg-type]
    assert not os.listdir(tmp_path)


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("cp932", b""),
        ("euc_jp", b""),
        ("utf-8", codecs.BOM_UTF8),
        ("utf-16-le", codecs.BOM_UTF16_LE),
    ],
)
def test_encoding_byte_order_mark_and_line_ends_are_kept(encoding: str, mark: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.kif"
    text = write(small("好手です。先手の研究。"), "kif")
    path.write_bytes(mark + text.replace("\n", "\r\n").encode(encoding))
    save(small("悪手でした。後手の研究。"), path)
    expected = write(small("悪手でした。後手の研究。"), "kif").replace("\n", "\r\n").encode(encoding)
    assert path.read_bytes() == mark + expected


def test_a_character_outside_of_the_files_encoding_makes_it_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "a.kif"
    path.write_bytes(write(small("好手です"), "kif").encode("cp932"))
    assert save(small("好手です ☗"), path) == []
    assert path.read_text("utf-8") == write(small("好手です ☗"), "kif")


def test_a_character_outside_of_a_chosen_encoding_is_a_loss(tmp_path: Path) -> None:
    path = tmp_path / "a.kif"
    with pytest.raises(LossError, match="characters that cp932 has not: ☗é"):
        save(small("☗é"), path, encoding="cp932")
    assert save(small("☗é"), path, encoding="cp932", lossy=True)
    assert read(path).end.comment == "??"


def test_other_games_in_the_file_are_reported_as_losses(tmp_path: Path) -> None:
    path = tmp_path / "a.usi"
    path.write_text("startpos moves 7g7f\nstartpos moves 2g2f\nstartpos\n")
    with pytest.raises(LossError, match="2 other games in the file"):
        save(small(), path)
    assert save(small(), path, lossy=True) == ["2 other games in the file"]


@pytest.mark.skipif(os.name != "posix", reason="permissions and links as POSIX has them")
def test_permissions_and_links_are_kept(tmp_path: Path) -> None:
    path, link = tmp_path / "folder" / "a.kif", tmp_path / "link.kif"
    path.parent.mkdir()
    save(small(), path)
    path.chmod(0o640)
    link.symlink_to(path)
    save(small("good"), link)
    assert link.is_symlink()
    assert read(path).end.comment == "good"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(path.parent) == ["a.kif"]


@pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX has them")
def test_a_new_file_has_the_permissions_that_new_files_have(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("")
    save(small(), tmp_path / "a.kif")
    assert (tmp_path / "a.kif").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_an_unwritable_place_is_an_os_error(tmp_path: Path) -> None:
    (tmp_path / "a.kif").mkdir()
    for path in (tmp_path / "a.kif", tmp_path / "nowhere" / "b.kif"):
        with pytest.raises(OSError, match=r"\[Errno"):
            save(small(), path)
    assert os.listdir(tmp_path) == ["a.kif"]


def test_an_error_leaves_no_new_file(tmp_path: Path) -> None:
    (tmp_path / "a.kif").write_text("old")
    with pytest.raises(UnicodeEncodeError), appearing(tmp_path / "a.kif") as hidden:
        hidden.write_text("new \ud800", "utf-8")
    assert os.listdir(tmp_path) == ["a.kif"]
    assert (tmp_path / "a.kif").read_text() == "old"


def test_ctrl_c_while_the_new_file_is_created_leaves_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.kif").write_text("old")
    touch = Path.touch

    def interrupted(path: Path) -> None:
        touch(path)
        assert len(os.listdir(tmp_path)) == 2
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "touch", interrupted)
    with pytest.raises(KeyboardInterrupt), appearing(tmp_path / "a.kif"):
        pass
    assert os.listdir(tmp_path) == ["a.kif"]
    assert (tmp_path / "a.kif").read_text() == "old"


def test_two_writers_can_save_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / ("名" * 60 + ".kif")
    one, other = NewFile(path), NewFile(path)
    one.hidden.write_text("one")
    other.hidden.write_text("other")
    one.show()
    other.show()
    assert path.read_text() == "other"
    assert os.listdir(tmp_path) == [path.name]


SAVING = """
import sys
from pathlib import Path
from komadai import Move
from komadai.kifu import Game, save
games = []
for first in ("7g7f", "2g2f"):
    game = Game()
    game.root.add(Move.from_usi(first), comment=first * 20_000)
    games.append(game)
print("ready", flush=True)
while True:
    for game in games:
        save(game, sys.argv[1])
"""


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_after_a_kill_at_any_moment_the_file_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "a.kif"
    save(small(), path)
    seen = set()
    for number in range(12):
        with started([sys.executable, "-c", SAVING, str(path)], stdout=subprocess.PIPE) as running:
            assert running.stdout is not None
            running.stdout.readline()
            time.sleep(0.01 + 0.003 * number)
            running.send_signal(signal.SIGKILL)
            running.wait()
        game = read(path, strict=True)
        assert game.end.comment in ("", "7g7f" * 20_000, "2g2f" * 20_000)
        seen.add(game.end.comment[:4])
    assert len(seen) > 1  # it was killed while it saved
