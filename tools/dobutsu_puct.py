"""A network that learns dobutsu by self-play with PUCT, from nothing.

Run by hand: python tools/dobutsu_puct.py FOLDER. Writes FOLDER/curve.json after each generation, and at
the end curve.svg and the result of a match: PUCT against the policy of the same network without a search.
"""

from __future__ import annotations

import argparse
import json
from collections import deque
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

import numpy as np

from komadai.policy_value import Puct, PuctSettings, VariantGame
from komadai.variants import Board

if TYPE_CHECKING:
    from numpy.typing import NDArray

SAMPLE = Path(__file__).resolve().parent.parent / "examples" / "data" / "dobutsu.tsv"
HIDDEN, BATCH, BUFFER = 128, 256, 30_000
GENERATION = 50
"""Games between two trainings."""
UPDATES = 150
NODES = 48
MAX_MOVES = 80
VARIED_PLIES = 8
"""Plies in which self-play draws the move by the visits."""

Array = Any


class NumpyNetwork:
    """Two hidden layers, a policy and a value; trained with Adam."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        def weights(rows: int, columns: int, scale: float = 1.0) -> Array:
            return (rng.standard_normal((rows, columns)) * scale / np.sqrt(rows)).astype(np.float32)

        self.net = {
            "w1": weights(inputs, HIDDEN),
            "b1": np.zeros(HIDDEN, np.float32),
            "w2": weights(HIDDEN, HIDDEN),
            "b2": np.zeros(HIDDEN, np.float32),
            "policy": weights(HIDDEN, actions, 0.1),
            "policy_bias": np.zeros(actions, np.float32),
            "value": weights(HIDDEN, 1, 0.1),
            "value_bias": np.zeros(1, np.float32),
        }
        self._moments = {
            name: (np.zeros_like(array), np.zeros_like(array)) for name, array in self.net.items()
        }
        self._steps = 0

    def evaluate(self, inputs: tuple[Array, ...]) -> tuple[Array, Array]:
        """See komadai.policy_value.Network."""
        x = inputs[0].reshape(len(inputs[0]), -1).astype(np.float32)
        _, _, logits, values = self._forward(x)
        return logits, values

    def _forward(self, x: Array) -> tuple[Array, Array, Array, Array]:
        net = self.net
        first = np.maximum(x @ net["w1"] + net["b1"], 0)
        second = np.maximum(first @ net["w2"] + net["b2"], 0)
        logits = second @ net["policy"] + net["policy_bias"]
        values = np.tanh(second @ net["value"] + net["value_bias"])[:, 0]
        return first, second, logits, values

    def learn(self, x: Array, legal: Array, policy: Array, result: Array, rate: float = 0.001) -> None:
        """One step towards the policies (of legal actions) and results of positions."""
        net, count = self.net, len(x)
        first, second, logits, values = self._forward(x)
        logits = np.where(legal, logits, -1e9)
        probabilities = np.exp(logits - logits.max(1, keepdims=True))
        probabilities /= probabilities.sum(1, keepdims=True)
        d_logits = (probabilities - policy) / count
        d_value = (2 * (values - result) * (1 - values**2) / count)[:, None].astype(np.float32)
        d_second = (d_logits @ net["policy"].T + d_value @ net["value"].T) * (second > 0)
        d_first = (d_second @ net["w2"].T) * (first > 0)
        gradient = {
            "w1": x.T @ d_first,
            "b1": d_first.sum(0),
            "w2": first.T @ d_second,
            "b2": d_second.sum(0),
            "policy": second.T @ d_logits,
            "policy_bias": d_logits.sum(0),
            "value": second.T @ d_value,
            "value_bias": d_value.sum(0),
        }
        self._steps += 1
        for name, array in net.items():
            mean, square = self._moments[name]
            mean += 0.1 * (gradient[name] - mean)
            square += 0.001 * (gradient[name] ** 2 - square)
            step = rate * mean / (1 - 0.9**self._steps)
            array -= step / (np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8) + rate * 1e-3 * array


def play_game(puct: Puct, rng: np.random.Generator, nodes: int) -> list[tuple[Array, Array, Array, float]]:
    """A game of self-play: inputs, legal actions, policy of the visits, and result of each position."""
    game = VariantGame(Board("dobutsu"), max_moves=MAX_MOVES)
    positions: list[tuple[Array, Array, Array]] = []
    decided = None
    while decided is None:
        result = puct.search(game, nodes)
        arrays = game.inputs(1)
        game.write_inputs(arrays, 0)
        visits = result.visits.astype(np.float32)
        if result.proved[result.best] == 1:
            visits = np.zeros_like(visits)
            visits[result.best] = 1
        visits /= visits.sum()
        positions.append((arrays[0].ravel(), result.actions, visits))
        index = (
            int(rng.choice(len(visits), p=visits / visits.sum()))
            if game.board.ply < VARIED_PLIES
            else result.best
        )
        game.push(result.moves[index])
        decided = game.decided()
    examples = []
    for x, actions, policy in reversed(positions):
        decided = -decided
        examples.append((x, actions, policy, decided))
    return examples


class Proved:
    """The sample of proved positions."""

    def __init__(self, count: int | None = None) -> None:
        rows = [line.split("\t") for line in SAMPLE.read_text("ascii").splitlines()[1:]][:count]
        self.boards = [Board("dobutsu", row[0]) for row in rows]
        self.best = [set(row[3].split()) for row in rows]
        self.keeping = [set(row[4].split()) for row in rows]
        games = [VariantGame(board) for board in self.boards]
        self.inputs = games[0].inputs(len(games))
        for index, game in enumerate(games):
            game.write_inputs(self.inputs, index)
        self.moves = [game.moves() for game in games]
        self.actions = [game.actions(moves) for game, moves in zip(games, self.moves, strict=True)]

    def judge(self, chosen: list[str]) -> tuple[float, float]:
        """How often a move is a proved best one, and keeps the proved result."""
        best = np.mean([move in moves for move, moves in zip(chosen, self.best, strict=True)])
        keeping = np.mean([move in moves for move, moves in zip(chosen, self.keeping, strict=True)])
        return round(float(best), 4), round(float(keeping), 4)

    def judge_policy(self, network: NumpyNetwork) -> tuple[float, float]:
        logits, _ = network.evaluate(self.inputs)
        return self.judge(
            [
                moves[int(row[actions].argmax())].usi()
                for row, moves, actions in zip(logits, self.moves, self.actions, strict=True)
            ]
        )

    def judge_search(self, network: NumpyNetwork, nodes: int) -> tuple[float, float]:
        puct = Puct(network, PuctSettings(batch=8))
        return self.judge([puct.search(VariantGame(board), nodes).best_move.usi() for board in self.boards])


def policy_move(network: NumpyNetwork, game: VariantGame) -> Any:
    """The most probable move."""
    arrays = game.inputs(1)
    game.write_inputs(arrays, 0)
    moves = game.moves()
    logits: NDArray[np.float32] = network.evaluate(arrays)[0][0]
    return moves[int(logits[game.actions(moves)].argmax())]


def match(network: NumpyNetwork, games: int, nodes: int, rng: np.random.Generator) -> dict[str, int]:
    """PUCT against the policy alone; each opening of four random moves is played with both colours."""
    puct = Puct(network, PuctSettings(batch=8))
    counts = {"won": 0, "drawn": 0, "lost": 0}
    for pair in range(games // 2):
        while True:
            opening = VariantGame(Board("dobutsu"))
            while opening.board.ply < 4 and opening.decided() is None:
                moves = opening.moves()
                opening.push(moves[int(rng.integers(len(moves)))])
            if opening.decided() is None:
                break
        for searcher in (0, 1):
            game = VariantGame(opening.board, max_moves=200)
            decided = None
            while decided is None:
                if game.board.turn == searcher:
                    move = puct.search(game, nodes).best_move
                else:
                    move = policy_move(network, game)
                game.push(move)
                decided = game.decided()
            score = decided if game.board.turn == searcher else -decided
            counts["won" if score > 0 else "lost" if score < 0 else "drawn"] += 1
        print(f"match: {2 * pair + 2} games, {counts}", flush=True)
    return counts


def draw_curve(curve: list[dict[str, Any]], path: Path) -> None:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "komadai"
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 4))
    games = [each["games"] for each in curve]
    axes.plot(games, [each["keeping"] for each in curve], label="keeps the proved result")
    axes.plot(games, [each["best"] for each in curve], label="a proved best move")
    axes.set(xlabel="games of self-play", ylabel="part of 5,000 positions", ylim=(0, 1))
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--nodes", type=int, default=NODES)
    parser.add_argument("--seed", type=int, default=35)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(asked.seed)
    game = VariantGame(Board("dobutsu"))
    inputs = game.inputs(1)[0].size
    network = NumpyNetwork(inputs, game.action_count, rng)
    puct = Puct(network, PuctSettings(batch=8, noise=0.25, noise_alpha=1.0), rng)
    proved = Proved()
    buffer: deque[tuple[Array, Array, Array, float]] = deque(maxlen=BUFFER)
    curve: list[dict[str, Any]] = []

    def note(games: int) -> None:
        best, keeping = proved.judge_policy(network)
        curve.append({"games": games, "best": best, "keeping": keeping, "seconds": round(process_time())})
        (asked.folder / "curve.json").write_text(json.dumps(curve, indent=1) + "\n")
        print(curve[-1], flush=True)

    note(0)
    for played in range(1, asked.games + 1):
        buffer.extend(play_game(puct, rng, asked.nodes))
        if played % GENERATION:
            continue
        for _ in range(UPDATES):
            rows = [buffer[int(i)] for i in rng.integers(len(buffer), size=BATCH)]
            legal = np.zeros((BATCH, game.action_count), bool)
            policy = np.zeros((BATCH, game.action_count), np.float32)
            for i, (_, actions, visits, _) in enumerate(rows):
                legal[i, actions] = True
                policy[i, actions] = visits
            x = np.stack([row[0] for row in rows]).astype(np.float32)
            network.learn(x, legal, policy, np.array([row[3] for row in rows], np.float32))
        note(played)
    np.savez_compressed(asked.folder / "network.npz", **network.net)
    draw_curve(curve, asked.folder / "curve.svg")
    some = Proved(1000)
    results = {
        "policy": some.judge_policy(network),
        "search": some.judge_search(network, 100),
        "match": match(network, 200, 100, rng),
    }
    (asked.folder / "results.json").write_text(json.dumps(results, indent=1) + "\n")
    print(results)


if __name__ == "__main__":
    main()
