"""The notebook of dobutsu, and the sample of proved positions that it reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from komadai.variants import Board

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_agent_of_the_notebook_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib = pytest.importorskip("matplotlib", reason="the research extra is not installed")
    matplotlib.use("Agg")
    monkeypatch.setenv("ITERATIONS", "6")
    monkeypatch.chdir(EXAMPLES)
    notebook = json.loads((EXAMPLES / "dobutsu.ipynb").read_text("utf-8"))
    names: dict[str, Any] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), "dobutsu.ipynb", "exec"), names)
    names["plt"].close("all")
    (_, first_best, first_keeping), (moves, best, keeping) = names["curve"][0], names["curve"][-1]
    assert moves == 6 * 256 * 16
    assert best > max(first_best, 1.3 * names["chance"][0])
    assert keeping > max(first_keeping, 1.1 * names["chance"][1])


def test_the_sample_agrees_with_the_rules() -> None:
    rows = [line.split("\t") for line in (EXAMPLES / "data" / "dobutsu.tsv").read_text("ascii").splitlines()]
    assert rows[0] == ["position", "result", "plies", "best", "keeping"]
    assert len({row[0] for row in rows[1:]}) == 5000
    for position, result, plies, best, keeping in rows[1:]:
        board = Board("dobutsu", position)
        legal = {move.usi(): move for move in board.legal_moves}
        assert set(best.split()) <= set(keeping.split()) <= set(legal)
        assert plies == "" if result == "draw" else int(plies) % 2 == (result == "win")
        mover = board.turn
        winning = set()
        for usi, move in legal.items():
            board.push_unchecked(move)
            outcome = board.outcome()
            if outcome is not None and outcome.winner == mover:
                winning.add(usi)
            board.pop()
        # A win in 1 takes the lion or brings the own one home safely.
        assert bool(winning) == (plies == "1"), position
        assert winning in (set(), set(best.split())), position
