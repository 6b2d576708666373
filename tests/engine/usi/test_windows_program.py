"""komadai-usi.exe under Wine: every build, and every kernel for networks, of this processor."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from komadai._core import network_kernels
from tests.engine.usi.test_programs import SESSIONS, written
from tests.usi.usi_process import native

PROGRAM = Path(__file__).parents[3] / "dist/komadai-usi.exe"
FEATURES = {"baseline": "popcnt", "avx2": "bmi2", "avx512": "avx512_bitalg"}
"""For each build of the program an instruction set that it needs."""


@pytest.fixture(scope="module")
def windows(tmp_path_factory: pytest.TempPathFactory) -> Sequence[str]:
    """The command of the program."""
    if not PROGRAM.exists():
        pytest.skip("make engine builds dist/komadai-usi.exe with the package g++-mingw-w64-x86-64-posix")
    wine = shutil.which("wine")
    if wine is None:
        pytest.skip("the package wine is not installed")
    settings = tmp_path_factory.mktemp("wine")
    return ("env", f"WINEPREFIX={settings}", "WINEDEBUG=-all", wine, str(PROGRAM))


@pytest.mark.parametrize("build", FEATURES)
def test_every_build_plays_like_the_one_for_linux(
    windows: Sequence[str], build: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if FEATURES[build] not in Path("/proc/cpuinfo").read_text("ascii").split():
        pytest.skip("this processor is older")
    monkeypatch.setenv("KOMADAI_BUILD", build)
    for session in ("a search", "a mate", "learned weights"):
        assert written(windows, SESSIONS[session]) == written(native(), SESSIONS[session]), session


@pytest.mark.parametrize("kernels", network_kernels())
def test_every_kernel_plays_like_plain_code(
    windows: Sequence[str], kernels: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numpy")
    from tests.eval.networks import KP, RandomNetwork

    network = tmp_path / "nn.bin"
    network.write_bytes(RandomNetwork(KP, 32).nn_bin("Features=K+P[1710->32x2]"))
    session = [f"setoption name EvalFile value {network}", "isready", "position startpos", "go nodes 2000"]
    monkeypatch.setenv("KOMADAI_KERNELS", kernels)
    lines = written(windows, session)
    monkeypatch.setenv("KOMADAI_KERNELS", "portable")
    assert lines == written(native(), session)
