"""The searches in the build for browsers find what the library finds, with the same nodes."""

from __future__ import annotations

import json
from base64 import b64encode
from random import Random
from typing import Any

import pytest

from komadai import Board
from komadai._core import BrinkmateSearch, MateSolver, Search, VariantMateSearch
from komadai.engine.levels import LEVELS
from komadai.tsume.move_checker import MoveChecker
from komadai.tsume.problems import problems
from komadai.variants import NAMES, Variant
from komadai.variants import Board as VariantBoard
from komadai.variants.levels import LEVELS as VARIANT_LEVELS
from komadai.variants.search import native_search
from tests.amounts import examples
from tests.browser.conftest import FOLDER, ROOT, Module
from tests.processes import PATIENCE_S

TEXTS = (
    "startpos",
    "startpos moves 7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i6h",
    "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
    "lr5nl/6g2/p1ks1p3/2N3Ppp/2p6/PPn1GS2P/2S+b1P3/3R5/+b1K4NL w L5P2gs3p 96",
    "1+P+P+P+P+P3/1K+R+B5/2+S+S5/9/9/9/5+s+s2/5+b+rk1/3+p+p+p+p+p1 b 2G2N2L4P2g2n2l4p 1",
    "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1",
)
OPTIONS: tuple[dict[str, Any], ...] = (
    {"nodes": 30_000},
    {"nodes": 20_000, "multipv": 3, "impasse": "27-point"},
    {"depth": 6, "impasse": "try", "maxMoves": 40},
    {"nodes": 5_000, "overlook": 100, "noise": 60, "exchanges": 1, "seed": 7},
)
BRINKMATES = ("8k/9/9/7G1/9/9/9/9/1K7 b Sn 1", "7nk/9/9/7+S1/9/9/9/9/9 b G3s 1", "8k/9/9/9/9/9/9/9/9 b BS 1")
PYTHON_NAMES = {"maxMoves": "max_moves"}
# What depends on the clock.
TIMED = {"timeMs", "time_ms", "hashfull", "infos"}


def moves(written: Any) -> Any:
    return [move.usi() for move in written] if isinstance(written, list) else written and written.usi()


def in_the_modules_words(best: Any, ponder: Any, info: dict[str, Any]) -> dict[str, Any]:
    info = {key: value for key, value in info.items() if key not in TIMED}
    return {"best": moves(best), "ponder": moves(ponder), "info": info | {"pv": moves(info["pv"])}}


def without_times(answer: dict[str, Any]) -> dict[str, Any]:
    info = {key: value for key, value in answer["info"].items() if key not in TIMED}
    return {"best": answer["best"], "ponder": answer["ponder"], "info": info}


def lines(infos: list[dict[str, Any]]) -> dict[tuple[Any, ...], Any]:
    """The last exact info of each line at each depth: slow searches also send bounds, and repeat infos."""
    return {
        (info["depth"], info["multipv"]): (info["cp"], info["mate"], info["pv"])
        for info in infos
        if info["bound"] == "exact"
    }


def searched(text: str, options: dict[str, Any]) -> tuple[dict[str, Any], dict[tuple[Any, ...], Any]]:
    search, infos = Search(16), list[dict[str, Any]]()
    search.arm()
    given = {PYTHON_NAMES.get(key, key): value for key, value in options.items()}
    best, ponder, declares, info = search.go(Board(text), **given, on_report=infos.append)
    answer = in_the_modules_words(best, ponder, info) | {"declaresWin": declares}
    return answer, lines([each | {"pv": moves(each["pv"])} for each in infos])


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("options", OPTIONS)
def test_a_search_has_the_same_nodes_moves_and_lines(
    options: dict[str, Any], threads: int, module: Module
) -> None:
    """With both builds; a search that is not told its threads has one."""
    items = [{"text": text, "options": options} for text in TEXTS]
    for text, answer in zip(TEXTS, module("search", items, threads=threads), strict=True):
        expected, expected_lines = searched(text, options)
        told = without_times(answer) | {"declaresWin": answer["declaresWin"]}
        assert (told, lines(answer["infos"])) == (expected, expected_lines), text


def test_every_level_plays_the_same_move(module: Module) -> None:
    levels = json.loads((FOLDER / "levels.json").read_text("utf-8"))
    assert [level["rating"] for level in levels["shogi"]] == [level.rating for level in LEVELS]
    items = []
    for level in levels["shogi"]:
        options = level["options"] | {"seed": 3, "nodes": min(level["options"]["nodes"] or 20_000, 20_000)}
        items.append({"text": TEXTS[1], "options": options})
    for item, answer in zip(items, module("search", items), strict=True):
        assert answer["best"] == searched(item["text"], item["options"])[0]["best"]


def test_a_callback_stops_a_search(module: Module) -> None:
    (answer,) = module("stopped_search", [{"text": "startpos"}])
    assert answer["best"]
    assert answer["info"]["depth"] >= 4


def test_the_page_stops_a_search_on_two_threads_by_the_shared_memory(module: Module) -> None:
    (answer,) = module("stopped_from_outside", [{"text": "startpos", "afterMs": 200}], threads=2)
    assert answer["best"]
    assert answer["info"]["timeMs"] < 1000 * PATIENCE_S / 2


def test_an_evaluation_is_loaded_from_bytes(module: Module) -> None:
    weights = bytearray((ROOT / "cpp" / "eval" / "handmade.weights").read_bytes())
    item = {"text": TEXTS[2], "nodes": 5_000, "bytes": b64encode(weights).decode()}
    answer, wrong = module("evaluation", [item, item | {"bytes": b64encode(b"no evaluation").decode()}])
    assert without_times(answer) | {"declaresWin": False} == searched(TEXTS[2], {"nodes": 5_000})[0]
    assert wrong["code"] == "evaluation-expected"


@pytest.mark.parametrize("name", NAMES)
def test_a_search_of_a_variant_is_the_same(name: str, module: Module) -> None:
    level = VARIANT_LEVELS[6]
    weak = {"overlook": level.overlook, "noise": level.noise, "exchanges": level.exchanges, "seed": 5}
    runs: list[dict[str, Any]] = [{"nodes": 3_000}, {"nodes": 1_000, "multipv": 2} | weak]
    answers = module("variant_search", [{"name": name, "options": options} for options in runs])
    for options, answer in zip(runs, answers, strict=True):
        search = native_search(Variant.named(name), 4)
        search.arm()
        assert without_times(answer) == in_the_modules_words(*search.go(VariantBoard(name), **options))
        assert answer["values"] == search.values()


def test_mate_problems_have_the_same_solutions_and_nodes(module: Module) -> None:
    chosen = Random(49).sample(problems(), examples(200, 1000))
    sfens, nodes = [problem.sfen for problem in chosen], 300_000
    (answers,) = module("tsume", [{"sfens": sfens, "options": {"exact": True, "nodes": nodes}}])
    solver = MateSolver(32)
    for problem, answer in zip(chosen, answers, strict=True):
        solver.clear()
        solver.arm()
        found = solver.solve(problem.board, exact=True, nodes=nodes)
        told = [found.result, found.plies, found.exact, moves(list(found.moves)), found.nodes]
        assert [answer[key] for key in ("result", "plies", "exact", "moves", "nodes")] == told, problem.sfen
        assert answer["plies"] == problem.plies


def test_attackers_moves_are_judged_alike(module: Module) -> None:
    rng = Random(7)
    items, expected = list[dict[str, Any]](), list[list[Any]]()
    for problem in rng.sample([each for each in problems() if each.plies <= 7], examples(12, 100)):
        tries = [(problem.moves[0], problem.moves), (problem.moves[0], ())]
        tries += [(move, problem.moves) for move in rng.sample(list(problem.board.legal_moves), 6)]
        items.append(
            {
                "sfen": problem.sfen,
                "tries": [[move.usi(), moves(list(solution)), 0] for move, solution in tries],
            }
        )
        verdicts = [MoveChecker().judge(problem.board, move, solution, 0) for move, solution in tries]
        expected.append(
            [
                {
                    "verdict": each.verdict,
                    "reply": each.reply and each.reply.usi(),
                    "equal": each.equal,
                    "plies": each.plies,
                }
                for each in verdicts
            ]
        )
    assert module("judge", items) == expected
    assert {each["verdict"] for one in expected for each in one} >= {"goes_on", "solved", "wrong", "no_check"}


@pytest.mark.parametrize("sfen", BRINKMATES)
def test_a_brinkmate_is_the_same(sfen: str, module: Module) -> None:
    (answer,) = module("brinkmate", [{"sfen": sfen, "plies": 3}])
    search = BrinkmateSearch(64)
    search.arm()
    found = search.solve(Board(sfen), 3)
    told = [found.result, moves(list(found.moves)), moves(list(found.line)), found.complete, found.nodes]
    assert [answer[key] for key in ("result", "moves", "line", "complete", "nodes")] == told


def test_a_mate_of_a_variant_is_found(module: Module) -> None:
    sfen = "3k1/5/3P1/5/K4 b G 1"
    (answer,) = module("variant_mate", [{"name": "minishogi", "sfen": sfen, "nodes": 10_000}])
    mate, line, nodes = VariantMateSearch(VariantBoard("minishogi", sfen)).solve(10_000)
    assert mate
    assert answer == {"mate": mate, "moves": moves(line), "nodes": nodes}
