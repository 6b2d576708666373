"""``komadai show``, at a terminal and with its output piped."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pypdfium2  # type: ignore[import-untyped]
import pytest
from PIL import Image

from komadai import Board, kifu, publish
from tests.cli.records.shown import ENVIRONMENT, show
from tests.processes import started
from tests.publish.games import game, shuffle

MATE = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"


def at_a_terminal(*words: str, cwd: Path) -> tuple[int, str]:
    """Runs the command at a terminal; returns its exit status and its output."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "komadai", "show", *words], start_new_session=True,
        stdin=theirs, stdout=theirs, stderr=theirs, cwd=cwd, env=ENVIRONMENT | {"TERM": "xterm"},
    )  # fmt: skip
    os.close(theirs)
    seen = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:
            break
        if not part:
            break
        seen += part
    os.close(ours)
    return process.wait(timeout=60), seen.decode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the six-move game as KIF."""
    (tmp_path / "Habu.kif").write_text(kifu.write(game(), "kif"), encoding="cp932", errors="replace")
    return tmp_path


class TestText:
    def test_the_end_is_shown_with_players_moves_and_result(self, folder: Path) -> None:
        done = show("Habu.kif", "--lang", "ja", cwd=folder)
        shown = done.stdout.decode()
        assert done.returncode == 0, done.stderr
        for each in ("棋戦  名人戦", "大山 康晴", "▶    6  △5二飛", "変化: △4二玉", "まで6手で後手の勝ち"):
            assert each in shown

    def test_a_ply_shows_that_position_and_its_comment(self, folder: Path) -> None:
        shown = show("Habu.kif", "--ply", "3", "--lang", "en", cwd=folder).stdout.decode()
        assert re.search(r"▶ +3  ▲Bx2b\+ +3:03", shown)
        assert "   The exchange of bishops.\n   A second line." in shown
        assert "馬" in shown

    def test_ply_0_is_the_start(self, folder: Path) -> None:
        assert "▶" not in show("Habu.kif", "--ply", "0", cwd=folder).stdout.decode()

    def test_for_a_long_game_only_the_moves_near_the_ply_are_listed(self, tmp_path: Path) -> None:
        (tmp_path / "long.usi").write_text(kifu.write(shuffle(100), "usi"), encoding="utf-8")
        shown = show("long.usi", "--ply", "50", cwd=tmp_path).stdout.decode()
        numbers = [int(each) for each in re.findall(r"^[▶ ] +([0-9]+)  ", shown, re.M)]
        assert numbers == list(range(44, 57))
        assert shown.count("…") == 2

    def test_control_characters_of_a_record_are_not_printed(self, tmp_path: Path) -> None:
        played = game()
        played.headers["black"] = "\x1b[2J\x1b]0;title\x07 [bold]x[/bold]"
        (tmp_path / "a.kif").write_text(kifu.write(played, "kif"), encoding="utf-8")
        shown = show("a.kif", cwd=tmp_path).stdout.decode()
        assert "\x1b" not in shown
        assert "[bold]x[/bold]" in shown


class TestSource:
    def test_standard_input(self, folder: Path) -> None:
        done = show("-", "--lang", "en", cwd=folder, data=(folder / "Habu.kif").read_bytes())
        assert "White wins" in done.stdout.decode()

    @pytest.mark.parametrize("words", [[MATE], MATE.split(), [f"sfen {MATE}"], [f"position sfen {MATE}"]])
    def test_a_position_as_sfen(self, tmp_path: Path, words: list[str]) -> None:
        done = show(*words, "--svg", cwd=tmp_path)
        assert done.stdout.decode() == Board(MATE).svg(coordinates="western")

    def test_startpos_with_moves(self, tmp_path: Path) -> None:
        done = show("startpos moves 7g7f 3c3d", "--lang", "en", cwd=tmp_path)
        assert "▶    2  △P-3d" in done.stdout.decode()

    def test_a_file_in_an_archive(self, folder: Path) -> None:
        with zipfile.ZipFile(folder / "games.zip", "w") as archive:
            archive.writestr("May/first.usi", "startpos moves 2g2f\n")
            archive.write(folder / "Habu.kif", "May/Habu.kif")
        assert "▲P-2f" in show("games.zip/May/first.usi", "--lang", "en", cwd=folder).stdout.decode()
        assert "△R-5b" in show("games.zip/May/Habu.kif", "--lang", "en", cwd=folder).stdout.decode()
        assert "△R-5b" in show("games.zip", "--game", "2", "--lang", "en", cwd=folder).stdout.decode()

    def test_one_game_of_several(self, tmp_path: Path) -> None:
        (tmp_path / "two.usi").write_text("startpos moves 2g2f\nstartpos moves 7g7f\n", encoding="utf-8")
        assert "▲P-7f" in show("two.usi", "--game", "2", "--lang", "en", cwd=tmp_path).stdout.decode()
        done = show("two.usi", "--game", "3", cwd=tmp_path)
        assert done.returncode == 2
        assert "two.usi has 2 games, got 3" in done.stderr.decode()


class TestPictures:
    def test_an_svg_marks_exactly_the_move_of_the_ply(self, folder: Path) -> None:
        for ply in range(7):
            done = show("Habu.kif", "--svg", "--ply", str(ply), "--lang", "ja", cwd=folder)
            node = [game().root, *game().main_line()][ply]
            assert done.stdout.decode() == game().board(node).svg()
            root = ElementTree.fromstring(done.stdout)
            washed = [each for each in root.iter() if each.get("fill") == "#cf3d26"]
            drop = node.move is not None and node.move.from_square is None
            assert len(washed) == (0 if ply == 0 else 1 if drop else 2)

    def test_a_png_is_the_one_of_the_library(self, folder: Path) -> None:
        options = ("--flip", "--faces", "western", "--size", "300", "--lang", "en")
        done = show("Habu.kif", "--png", "--ply", "2", *options, cwd=folder)
        board = game().board(list(game().main_line())[1])
        assert done.stdout == publish.png(board, flip=True, faces="western", size=300, coordinates="western")

    def test_the_file_name_extension_selects_the_kind(self, folder: Path) -> None:
        for kind in ("svg", "png", "gif", "mp4", "html", "pdf"):
            done = show("Habu.kif", "-o", f"out.{kind}", cwd=folder)
            assert done.returncode == 0, done.stderr
            assert (folder / f"out.{kind}").stat().st_size > 1000

    def test_the_file_name_may_follow_the_kind_as_for_board(self, folder: Path) -> None:
        assert show("Habu.kif", "--svg", "out.svg", cwd=folder).returncode == 0
        assert (folder / "out.svg").exists()

    def test_a_film_has_the_given_size_delay_and_first_ply(self, folder: Path) -> None:
        done = show("Habu.kif", "--gif", "--size", "200", "--delay", "0.2", "--ply", "4", cwd=folder)
        with Image.open(BytesIO(done.stdout)) as film:
            assert film.size[0] == 200
            assert film.n_frames == 3  # type: ignore[attr-defined]
            assert film.info["duration"] == 200

    def test_pdf(self, folder: Path) -> None:
        done = show("Habu.kif", "--pdf", "--paper", "letter", "--every", "0", "--lang", "ja", cwd=folder)
        document = pypdfium2.PdfDocument(done.stdout)
        assert len(document) == 1
        assert "▲2二角成" in document[0].get_textpage().get_text_range()
        document.close()

    def test_a_page_opens_at_the_ply(self, folder: Path) -> None:
        page = show("Habu.kif", "--html", "--ply", "2", cwd=folder).stdout.decode()
        assert '"at":2,' in page


class TestPlace:
    def test_at_a_terminal_the_file_is_named_after_the_record(self, folder: Path) -> None:
        status, seen = at_a_terminal("Habu.kif", "--gif", "--size", "200", cwd=folder)
        assert status == 0
        assert "Habu.gif" in seen
        assert at_a_terminal("Habu.kif", "--svg", "--ply", "3", cwd=folder)[0] == 0
        assert at_a_terminal("startpos", "--svg", cwd=folder)[0] == 0
        assert {path.name for path in folder.iterdir()} == {
            "Habu.kif", "Habu.gif", "Habu-3.svg", "position.svg",
        }  # fmt: skip

    def test_a_file_that_is_there_is_replaced_only_if_it_was_named(self, folder: Path) -> None:
        (folder / "Habu.svg").write_text("mine", encoding="utf-8")
        status, seen = at_a_terminal("Habu.kif", "--svg", cwd=folder)
        assert status == 1
        assert "Habu.svg exists; name it with -o to replace it" in seen
        assert (folder / "Habu.svg").read_text("utf-8") == "mine"
        assert show("Habu.kif", "-o", "Habu.svg", cwd=folder).returncode == 0
        assert (folder / "Habu.svg").read_text("utf-8").startswith("<svg")

    def test_binary_output_is_not_written_to_a_terminal(self, folder: Path) -> None:
        status, seen = at_a_terminal("Habu.kif", "--png", "-o", "-", cwd=folder)
        assert status == 2
        assert "a terminal cannot show PNG" in seen

    def test_the_output_may_be_a_folder(self, folder: Path) -> None:
        (folder / "pictures").mkdir()
        assert show("Habu.kif", "--png", "-o", "pictures/", cwd=folder).returncode == 0
        assert (folder / "pictures" / "Habu.png").exists()

    def test_the_record_itself_is_never_overwritten(self, folder: Path) -> None:
        (folder / "record.pdf").write_bytes((folder / "Habu.kif").read_bytes())
        done = show("record.pdf", "-o", "record.pdf", cwd=folder)
        assert done.returncode == 2
        assert (folder / "record.pdf").read_bytes() == (folder / "Habu.kif").read_bytes()

    def test_after_ctrl_c_nothing_is_left(self, tmp_path: Path) -> None:
        (tmp_path / "long.usi").write_text(kifu.write(shuffle(3000), "usi"), encoding="utf-8")
        ours, theirs = pty.openpty()
        with started(
            [sys.executable, "-m", "komadai", "show", "long.usi", "-o", "long.mp4", "--size", "1000"],
            stdout=theirs, stderr=theirs, cwd=tmp_path, env=ENVIRONMENT | {"TERM": "xterm"},
        ) as process:  # fmt: skip
            os.close(theirs)
            seen = b""
            while b"/3001" not in seen:  # the progress bar has started
                seen += os.read(ours, 65536)
            process.send_signal(signal.SIGINT)
            while process.poll() is None:
                try:
                    os.read(ours, 65536)
                except OSError:
                    break
            os.close(ours)
            assert process.wait(timeout=60) == 130
        assert [path.name for path in tmp_path.iterdir()] == ["long.usi"]


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        (["nowhere.kif"], 1, "nowhere.kif: cannot be read: No such file or directory"),
        (["."], 2, ". is a folder; name one file in it"),
        (["Habu.kif", "Habu.kif"], 2, "expected one file"),
        (["Habu.kif", "--ply", "7"], 2, "the game has 6 moves, got 7"),
        (["Habu.kif", "--svg", "--png"], 2, "expected one kind, got --svg and --png"),
        (["Habu.kif", "--svg", "--delay", "2"], 2, "is only for --gif, --mp4"),
        (["Habu.kif", "--size", "200"], 2, "is only for --svg, --png, --gif, --mp4"),
        (["Habu.kif", "--pdf", "--ply", "2"], 2, "leave out --ply"),
        (["Habu.kif", "--gif", "--size", "20"], 2, "expected a width of 160 to 2000 pixels, got 20"),
        (["Habu.kif", "-o", "game.doc"], 2, "expected a name that ends in .svg, .png"),
        (["Habu.kif", "-o", "junk.kif/game.svg"], 1, "junk.kif: cannot be written"),
        (["4k4/9/9/9/9/9/9/9/4X4 b - 1"], 2, "board, rank 9"),
        (["junk.kif"], 1, "junk.kif: no game in this text"),
    ],
)
def test_an_invalid_argument_is_one_line_of_error(
    folder: Path, words: list[str], status: int, sentence: str
) -> None:
    (folder / "junk.kif").write_bytes(b"\x00\xff\x13junk")
    done = show(*words, cwd=folder)
    shown = " ".join(done.stderr.decode().split())
    assert sentence in shown
    assert done.returncode == status
    assert [line[:8] for line in done.stderr.splitlines() if not line.startswith(b"warning: ")] == [
        b"komadai:"
    ]
    assert done.stdout == b""


def test_without_the_packages_the_error_names_what_to_install(folder: Path) -> None:
    code = (
        "import sys; sys.modules['typst'] = None; sys.argv = ['komadai', 'show', 'Habu.kif', '--png'];"
        "from komadai.__main__ import main; sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, cwd=folder, env=ENVIRONMENT, check=False
    )
    assert done.returncode == 1
    assert "pip install 'komadai[publish]'" in done.stderr.decode()
