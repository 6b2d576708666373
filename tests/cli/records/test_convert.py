"""``komadai convert``: records of one format written in another."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import IO

import pytest

from komadai import Move, kifu
from komadai.cli.shared import output
from komadai.kifu import Game
from tests.processes import started, until

MOVES = ("7g7f", "3c3d", "8h2b+", "3a2b")


def game(plies: int = 4, **headers: str) -> Game:
    played = Game(headers=headers)
    played.extend(Move.from_usi(text) for text in MOVES[:plies])
    return played


def kif(plies: int = 4, **headers: str) -> bytes:
    return kifu.write(game(plies, **headers), "kif").encode()


def csa(*plies: int) -> bytes:
    return "/\n".join(kifu.write(game(each), "csa") for each in plies).encode()


DEVIATING = kif() + "おや\n".encode()
"""Four moves, and a line that is not valid in KIF."""


def convert(
    *arguments: str | Path, stdin: bytes = b"", folder: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "komadai", "convert", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        timeout=60,
        check=False,
        cwd=folder,
        env=os.environ | {"COLUMNS": "100", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"},
    )


def moves(path: Path) -> list[int]:
    """The number of moves of each game in a file."""
    return [len(each.moves()) for each in kifu.read_all(path)]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_becomes_a_file_of_the_format_that_its_ending_names(tmp_path: Path) -> None:
    (tmp_path / "a.kif").write_bytes(kif(black="羽生善治"))
    done = convert(tmp_path / "a.kif", "-o", tmp_path / "a.csa")
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr.decode().splitlines() == ["1 file, 1 game, 1 written; 0 warnings, 0 errors"]
    assert (tmp_path / "a.csa").read_bytes().startswith("V2.2\nN+羽生善治".encode())
    assert moves(tmp_path / "a.csa") == [4]
    assert names(tmp_path) == ["a.csa", "a.kif"]


def test_to_names_the_format_and_without_out_the_record_goes_to_standard_output(tmp_path: Path) -> None:
    (tmp_path / "a.kif").write_bytes(kif())
    done = convert(tmp_path / "a.kif", "--to", "usi")
    assert (done.returncode, done.stdout) == (0, b"startpos moves 7g7f 3c3d 8h2b+ 3a2b\n")


def test_usi_is_a_line_for_each_game_of_folders_and_archives(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.csa").write_bytes(csa(1, 2))
    with zipfile.ZipFile(tmp_path / "in" / "b.zip", "w") as archive:
        archive.writestr("x/c.kif", kif(3).decode().encode("cp932"))
    handicap = "sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 5a4b\n"
    (tmp_path / "d.usi").write_text(handicap)
    done = convert(tmp_path / "in", tmp_path / "d.usi", "--to", "usi")
    assert done.returncode == 0
    assert done.stdout.decode() == (
        "startpos moves 7g7f\nstartpos moves 7g7f 3c3d\nstartpos moves 7g7f 3c3d 8h2b+\n" + handicap
    )


def test_standard_input_is_read_and_its_format_is_detected() -> None:
    for stdin in (kif(2), csa(2), b"startpos moves 7g7f 3c3d\n"):
        done = convert("-", "--to", "usi", stdin=stdin)
        assert (done.returncode, done.stdout) == (0, b"startpos moves 7g7f 3c3d\n")


def test_a_folder_gets_a_file_for_each_game_named_after_its_source(tmp_path: Path) -> None:
    (tmp_path / "in" / "b").mkdir(parents=True)
    (tmp_path / "in" / "a.csa").write_bytes(csa(1, 2))
    (tmp_path / "in" / "b" / "A.csa").write_bytes(csa(3))
    (tmp_path / "in" / "c.kif").write_bytes(kif(4))
    done = convert(tmp_path / "in", "-o", f"{tmp_path}/out/", "--to", "kif")
    assert done.returncode == 0
    out = tmp_path / "out"
    assert {name: moves(out / name) for name in names(out)} == {
        "A-3.kif": [3],
        "a-2.kif": [2],
        "a.kif": [1],
        "c.kif": [4],
    }


def test_several_games_fit_in_one_csa_file_but_not_in_one_kif_file(tmp_path: Path) -> None:
    (tmp_path / "a.usi").write_text("startpos moves 7g7f\nstartpos moves 2g2f 8c8d\n")
    assert convert(tmp_path / "a.usi", "-o", tmp_path / "a.csa").returncode == 0
    assert moves(tmp_path / "a.csa") == [1, 2]
    done = convert(tmp_path / "a.usi", "-o", tmp_path / "a.kif")
    assert done.returncode == 1
    assert "a KIF file holds one game" in done.stderr.decode()
    assert names(tmp_path) == ["a.csa", "a.usi"]


class TestEncoding:
    @pytest.mark.parametrize("name", ["cp932", "Shift_JIS", "sjis", "SJIS", "ms932"])
    def test_shift_jis_by_any_of_its_names(self, tmp_path: Path, name: str) -> None:
        (tmp_path / "a.csa").write_bytes(csa(4))
        done = convert(tmp_path / "a.csa", "-o", tmp_path / "a.kif", "--encoding", name)
        assert done.returncode == 0
        assert "７六歩" in (tmp_path / "a.kif").read_text("cp932")

    @pytest.mark.parametrize("name", ["utf-8", "UTF8", "utf_8"])
    def test_utf_8_by_any_of_its_names(self, name: str) -> None:
        done = convert("-", "--to", "kif", "--encoding", name, stdin=kif(black="羽生"))
        assert "羽生" in done.stdout.decode()

    def test_it_is_for_kif_and_csa(self, tmp_path: Path) -> None:
        (tmp_path / "a.kif").write_bytes(kif(black="羽生"))
        done = convert(tmp_path / "a.kif", "--to", "csa", "--encoding", "cp932")
        assert "N+羽生" in done.stdout.decode("cp932")
        for format in ("usi", "jkf", "csa3"):
            done = convert(tmp_path / "a.kif", "--to", format, "--encoding", "cp932")
            assert done.returncode == 2
            assert "cp932 is only for KIF" in done.stderr.decode()

    @pytest.mark.parametrize("name", ["utf-16", "no such", ""])
    def test_no_other_is_written(self, name: str) -> None:
        done = convert("-", "--to", "kif", "--encoding", name)
        assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
        assert "expected utf-8 or cp932 (sjis)" in done.stderr.decode()

    def test_a_character_that_cp932_does_not_have_is_a_warning(self, tmp_path: Path) -> None:
        (tmp_path / "a.kif").write_bytes(kif(black="Müller"))
        done = convert(tmp_path / "a.kif", "-o", tmp_path / "b.kif", "--encoding", "cp932", "--json")
        assert done.returncode == 0
        (warning,) = json.loads(done.stdout)["warnings"]
        assert warning["text"] == "ü"
        assert "M?ller" in (tmp_path / "b.kif").read_text("cp932")


class TestWarnings:
    def test_a_deviation_is_reported_with_its_place_and_the_game_is_written(self, tmp_path: Path) -> None:
        (tmp_path / "a.kif").write_bytes(DEVIATING)
        done = convert(tmp_path / "a.kif", "-o", tmp_path / "a.csa")
        line = DEVIATING.count(b"\n")
        shown = done.stderr.decode()
        assert done.returncode == 0
        assert f"warning: {tmp_path}/a.kif: line {line}, column 1: " in shown
        assert "'おや'" in shown
        assert moves(tmp_path / "a.csa") == [4]
        shown = convert(
            "-", "--check", stdin=b"startpos moves 7g7f\nstartpos moves 7g7f xx\n"
        ).stderr.decode()
        assert shown.startswith("warning: stdin: game 2: line 2, column 21: ")

    def test_json_is_one_object(self, tmp_path: Path) -> None:
        (tmp_path / "a.kif").write_bytes(DEVIATING)
        done = convert(tmp_path / "a.kif", tmp_path / "b.kif", "-o", tmp_path / "a.csa", "--json")
        assert (done.returncode, done.stderr) == (1, b"")
        report = json.loads(done.stdout)
        assert report.keys() == {"files", "games", "written", "warnings", "errors", "losses"}
        assert (report["files"], report["games"], report["written"]) == (2, 1, 1)
        (warning,) = report["warnings"]
        assert warning["file"] == str(tmp_path / "a.kif")
        assert (warning["game"], warning["column"], warning["text"]) == (1, 1, "おや")
        assert warning["line"] == DEVIATING.count(b"\n")
        assert warning["message"]
        (error,) = report["errors"]
        assert error["file"] == str(tmp_path / "b.kif")
        assert error["message"].startswith("cannot be read")
        assert error["game"] == 0

    def test_json_goes_to_standard_error_if_records_go_to_standard_output(self) -> None:
        done = convert("-", "--to", "usi", "--json", stdin=kif(1))
        assert done.stdout == b"startpos moves 7g7f\n"
        assert json.loads(done.stderr)["written"] == 1

    def test_strict_leaves_out_games_with_warnings(self, tmp_path: Path) -> None:
        (tmp_path / "a.kif").write_bytes(DEVIATING)
        (tmp_path / "b.kif").write_bytes(kif(2))
        done = convert(tmp_path, "--to", "usi", "--strict")
        assert (done.returncode, done.stdout) == (1, b"startpos moves 7g7f 3c3d\n")

    def test_check_writes_nothing(self, tmp_path: Path) -> None:
        (tmp_path / "a.kif").write_bytes(kif())
        done = convert(tmp_path, "--check")
        assert (done.returncode, done.stdout) == (0, b"")
        (tmp_path / "b.kif").write_bytes(DEVIATING)
        assert convert(tmp_path, "--check").returncode == 1
        assert names(tmp_path) == ["a.kif", "b.kif"]

    def test_losses_of_the_new_format_are_reported(self, tmp_path: Path) -> None:
        branched = game()
        branched.root.add(Move.from_usi("2g2f"))
        (tmp_path / "a.kif").write_text(kifu.write(branched, "kif"))
        done = convert(tmp_path / "a.kif", "-o", tmp_path / "a.csa", "--json")
        report = json.loads(done.stdout)
        assert (done.returncode, report["warnings"]) == (0, [])
        assert report["losses"] == [
            {"file": str(tmp_path / "a.kif"), "game": 1, "lost": ["1 move in variations"]}
        ]
        assert (
            "CSA cannot hold everything in 1 game"
            in convert(tmp_path / "a.kif", "--to", "csa").stderr.decode()
        )

    def test_control_characters_of_a_record_are_not_printed(self, tmp_path: Path) -> None:
        (tmp_path / "a.kif").write_bytes(kif() + b"\x1b[2Jxx\n")
        done = convert(tmp_path / "a.kif", "--check")
        assert b"warning" in done.stderr
        assert b"\x1b" not in done.stderr

    def test_a_file_that_is_not_a_record_has_only_this_one_warning(self, tmp_path: Path) -> None:
        (tmp_path / "a.kif").write_bytes(bytes(range(256)) * 100)
        done = convert(tmp_path / "a.kif", "--check", "--json")
        report = json.loads(done.stdout)
        assert done.returncode == 1
        assert (report["warnings"], len(report["errors"])) == ([], 1)
        assert "no game record: expected text, got binary data" in report["errors"][0]["message"]

    def test_only_the_first_of_many_warnings_are_printed(self, tmp_path: Path) -> None:
        (tmp_path / "a.kif").write_bytes(kif() + "おや\n".encode() * 100)
        (tmp_path / "b.kif").write_bytes(DEVIATING)
        done = convert(tmp_path / "a.kif", tmp_path / "b.kif", "--check")
        shown = done.stderr.decode().splitlines()
        assert len(shown) == 23
        assert shown[20] == f"{tmp_path}/a.kif: 80 more warnings (--json lists them)"
        assert shown[21].startswith(f"warning: {tmp_path}/b.kif: ")
        assert shown[22].endswith("101 warnings, 0 errors")
        report = json.loads(convert(tmp_path / "a.kif", "--check", "--json").stdout)
        assert len(report["warnings"]) == 100


class TestErrors:
    def test_unreadable_files_are_reported_and_the_others_are_converted(self, tmp_path: Path) -> None:
        (tmp_path / "a.kif").write_bytes(kif(1))
        (tmp_path / "bad.zip").write_bytes(b"PK\x03\x04 no archive")
        (tmp_path / "empty").mkdir()
        done = convert(tmp_path / "empty", tmp_path / "bad.zip", tmp_path / "a.kif", "--to", "usi")
        assert (done.returncode, done.stdout) == (1, b"startpos moves 7g7f\n")
        shown = done.stderr.decode()
        assert f"error: {tmp_path}/bad.zip: " in shown
        assert f"error: {tmp_path}/empty: there is no record in this folder" in shown

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (["a.kif"], "no output given"),
            (["a.kif", "--to", "pgn"], "expected one of kif"),
            (["a.kif", "-o", "a.doc"], "name the format with --to"),
            (["a.kif", "-o", "."], "name the format with --to"),
            (["a.kif", "-o", "a.txt"], "name the format with --to"),
            (["a.kif", "-o", "a.kif/", "--to", "csa"], "a.kif is not a folder"),
            (["", "--to", "csa"], "expected the name of a file"),
            (["a.kif", "--check", "--to", "csa"], "--check writes nothing"),
            (["a.kif", "-o", "a.kif"], "one of the input files"),
            (["a.kif", "-o", "link.csa"], "one of the input files"),
            (["a.kif", "-o", "/dev/null", "--to", "csa"], "is not a file"),
            (["-", "-", "--to", "csa"], "only once"),
            ([], "IN"),
        ],
    )
    def test_usage(self, tmp_path: Path, arguments: list[str], sentence: str) -> None:
        (tmp_path / "a.kif").write_bytes(kif())
        (tmp_path / "link.csa").symlink_to("a.kif")
        done = convert(*arguments, folder=tmp_path)
        assert (done.returncode, done.stdout) == (2, b"")
        assert sentence in done.stderr.decode()
        assert done.stderr.count(b"\n") == 1
        assert (tmp_path / "a.kif").read_bytes() == kif()

    def test_a_source_in_the_output_folder_is_not_overwritten(self, tmp_path: Path) -> None:
        (tmp_path / "a.kif").write_bytes(kif(1))
        (tmp_path / "a.csa").write_bytes(csa(2))
        done = convert(tmp_path, "-o", tmp_path, "--to", "kif")
        assert done.returncode == 1
        assert "it is not overwritten" in done.stderr.decode()
        assert moves(tmp_path / "a.kif") == [1]
        assert names(tmp_path) == ["a.csa", "a.kif"]


class TestNames:
    """The names of the files in an output folder."""

    @pytest.mark.parametrize(
        ("source", "name"),
        [
            ("CON.kif", "_CON"),
            ("com1.x.kif", "_com1.x"),
            ("console.kif", "console"),
            ('a?b:c*"d.kif', "a_b_c__d"),
            ("two\nlines\x1b[2J.kif", "two_lines_[2J"),
            ("dots. . .kif", "dots"),
            (" .kif", "game"),
            (".kif", "game"),
            ("竜" * 80 + ".kif", "竜" * 66),
            ("x" * 245 + ".kif", "x" * 200),
            ("羽生 - 大山.kif", "羽生 - 大山"),
        ],
    )
    def test_are_valid_on_every_system(self, tmp_path: Path, source: str, name: str) -> None:
        (tmp_path / source).write_bytes(kif(2))
        assert convert(tmp_path / source, "-o", f"{tmp_path}/out/", "--to", "csa").returncode == 0
        assert names(tmp_path / "out") == [f"{name}.csa"]

    def test_a_name_that_is_not_utf_8(self, tmp_path: Path) -> None:
        odd = os.fsencode(tmp_path) + b"/\xff.kif"
        Path(os.fsdecode(odd)).write_bytes(DEVIATING)
        done = convert(tmp_path, "-o", f"{tmp_path}/out/", "--to", "csa")
        assert done.returncode == 0
        assert f"warning: {tmp_path}/\ufffd.kif: line " in done.stderr.decode()
        assert names(tmp_path / "out") == ["_.csa"]

    def test_members_of_an_archive_stay_in_the_folder(self, tmp_path: Path) -> None:
        with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
            for name in ("../../up.kif", "/root.kif", "x\\y.kif"):
                archive.writestr(name, kif(2))
        assert convert(tmp_path / "a.zip", "-o", f"{tmp_path}/b/out/", "--to", "csa").returncode == 0
        assert names(tmp_path) == ["a.zip", "b"]
        assert names(tmp_path / "b" / "out") == ["root.csa", "up.csa", "x_y.csa"]


class TestStandardFiles:
    def test_a_full_disk_is_one_line_of_error(self, tmp_path: Path) -> None:
        (tmp_path / "a.usi").write_text("startpos moves 7g7f 3c3d\n" * 1000)
        for command in (
            "convert a.usi --to csa",
            "convert a.usi --check --json",
            "stats a.usi",
            "stats a.usi --json",
        ):
            with open("/dev/full", "wb") as full:
                done = komadai(command, tmp_path, stdout=full)
            assert (done.returncode, done.stderr) == (1, b"komadai: No space left on device\n"), command

    def test_a_closed_output_pipe_is_not_an_error(self, tmp_path: Path) -> None:
        (tmp_path / "a.usi").write_text("startpos moves 7g7f 3c3d\n" * 20_000)
        with started(
            [sys.executable, "-m", "komadai", "convert", "a.usi", "--to", "usi"],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as running:
            assert running.stdout is not None
            assert running.stderr is not None
            assert running.stdout.readline() == b"startpos moves 7g7f 3c3d\n"
            running.stdout.close()
            assert running.stderr.read() == b""
            running.stderr.close()
            assert running.wait(60) == 1

    @pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
    def test_each_standard_file_may_be_closed(self, tmp_path: Path, closed: str) -> None:
        (tmp_path / "a.kif").write_bytes(kif(2))
        for command in ("convert a.kif --to csa -o b.csa", "convert a.kif --to csa", "stats a.kif"):
            shell = f"{sys.executable} -m komadai {command} {closed}"
            done = subprocess.run(
                ["sh", "-c", shell], cwd=tmp_path, capture_output=True, timeout=60, check=False
            )
            assert done.returncode == 0, command
            assert b"Traceback" not in done.stderr
        assert moves(tmp_path / "b.csa") == [2]


def komadai(command: str, folder: Path, stdout: IO[bytes]) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "komadai", *command.split()],
        cwd=folder,
        stdout=stdout,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )


def test_nothing_readable_leaves_the_old_file(tmp_path: Path) -> None:
    (tmp_path / "a.csa").write_bytes(csa(1))
    assert convert("-", "-o", tmp_path / "a.csa", stdin=b"no record").returncode == 1
    assert moves(tmp_path / "a.csa") == [1]
    assert names(tmp_path) == ["a.csa"]


def test_ctrl_c_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "in.usi").write_text("startpos moves 7g7f 3c3d\n" * 200_000)
    (tmp_path / "out.csa").write_bytes(csa(1))
    with started(
        [sys.executable, "-m", "komadai", "convert", "in.usi", "-o", "out.csa"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
    ) as running:
        until(lambda: len(names(tmp_path)) == 3, "the temporary file beside the old one")
        running.send_signal(signal.SIGINT)
        _, shown = running.communicate(timeout=60)
    assert (running.returncode, shown) == (130, b"")
    assert names(tmp_path) == ["in.usi", "out.csa"]
    assert moves(tmp_path / "out.csa") == [1]


def test_ctrl_c_while_the_new_file_is_created_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = output.OneFile(tmp_path / "out.csa", kifu.FORMATS["csa"])

    def interrupted(path: Path, mode: str) -> None:
        path.touch()
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", interrupted)
        with pytest.raises(KeyboardInterrupt):
            target.write_game("in.usi", 1, csa(1))
    assert len(names(tmp_path)) == 1
    target.discard()
    assert names(tmp_path) == []


def test_warnings_are_in_the_chosen_language(tmp_path: Path) -> None:
    path = tmp_path / "a.kif"
    path.write_text("手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ９九玉(59)\n", "utf-8")
    english = convert(path, "--to", "usi").stderr.decode()
    japanese = convert(path, "--to", "usi", "--lang", "ja").stderr.decode()
    assert "warning" in english
    assert "警告" in japanese
    assert "expected" not in japanese


WESTERN = b"A vs B\nVariant: chu rules=jcsa\n\n1. P-6h P-7e\n"


@pytest.mark.parametrize("format", ["kif", "usi", "western-text", "western"])
def test_a_record_of_a_variant_is_converted(tmp_path: Path, format: str) -> None:
    path = tmp_path / "game"
    run = convert("-", "-o", path, "--to", format, stdin=WESTERN)
    assert run.returncode == 0, run.stderr.decode()
    found = kifu.read(path, variants=True)
    assert isinstance(found, kifu.VariantGame)
    assert dict(found.variant.chosen)["rules"] == "jcsa"
    assert [move.usi() for move in found.moves()] == ["6i6h", "7d7e"]


def test_formats_that_cannot_hold_a_variant_are_refused_with_those_that_can() -> None:
    run = convert("-", "--to", "csa", stdin=WESTERN)
    assert run.returncode == 1
    assert b"CSA cannot hold a game of chu; formats for games of variants: KIF, Western text, USI" in (
        b" ".join(run.stderr.split())
    )


def test_a_record_that_names_no_variant_is_read_as_the_one_given() -> None:
    run = convert("-", "--variant", "dobutsu", "--to", "usi", stdin=b"1. Cx2b Lx2b\n")
    assert run.stdout == b"variant dobutsu startpos moves 2c2b 2a2b\n"


@pytest.mark.parametrize(
    ("options", "head"), [(["--variant", "chu"], b""), ([], b"? vs ?\nVariant: chu\n\n")]
)
def test_a_record_of_chu_may_have_the_squares_of_lishogi(options: list[str], head: bytes) -> None:
    run = convert("-", *options, "--to", "usi", stdin=head + b"1. P-68 P-b5\n2. P-78 P-c5\n")
    assert run.stdout == b"variant chu startpos moves 6i6h 11d11e 7i7h 12d12e\n"


def test_a_record_of_a_variant_that_does_not_exist_is_named() -> None:
    run = convert("-", "--to", "kif", stdin="手合割：安南将棋\n手数----指手----\n1 ７六歩(77)\n".encode())
    assert run.returncode == 1
    assert "does not have (安南将棋)" in run.stderr.decode()
