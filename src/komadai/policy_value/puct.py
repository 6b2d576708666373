"""PUCT: a tree search led by a network's policy and value, whose positions are evaluated in batches.

The formula and the names are those of AlphaZero (Silver et al. 2018): the edge with the highest
Q + c P sqrt(N) / (1 + n) is followed. Batches are collected with virtual losses. Proved results are
propagated (Winands et al. 2008, MCTS-Solver): an edge to a won or lost game is no estimate any more.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Any, Protocol

from komadai.extras import extra

with extra("onnx"):
    import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from komadai.policy_value.games import Inputs, SearchedGame


class Network(Protocol):
    """Gives a policy and a value of positions."""

    def evaluate(self, inputs: Inputs) -> tuple[NDArray[Any], NDArray[Any]]:
        """For n positions the logits of the policy (n, actions), and the values (n,).

        A value is the expected result of the side to move, from -1 to 1. Not all logits are of legal moves.
        """


@dataclass(frozen=True)
class PuctSettings:
    """How the search explores."""

    exploration: float = 1.5
    """c in the formula."""
    first_play_reduction: float = 0.2
    """An edge without visits counts as the value of its position less this."""
    batch: int = 16
    """The largest number of positions that are evaluated together."""
    noise: float = 0.0
    """The part of Dirichlet noise in the policy of the root (0.25 in AlphaZero's self-play)."""
    noise_alpha: float = 0.3


@dataclass(frozen=True)
class PuctResult:
    """The result of a search. The arrays have one number for each of ``moves``."""

    moves: Sequence[Any]
    """The legal moves of the root."""
    actions: NDArray[np.intp]
    visits: NDArray[np.int32]
    values: NDArray[np.float32]
    """The mean value for the side to move, -1 to 1; nan without a visit."""
    policy: NDArray[np.float32]
    """The network's probabilities, with the noise of the root."""
    proved: NDArray[np.int8]
    """1 for a move that surely wins, -1 for one that surely loses, else 0."""
    best: int
    """The index of the best move: a proved win, else the most visited one that is not a proved loss."""
    variation: list[Any]
    """The moves that both sides visited most."""
    nodes: int
    """Visits of the root, with those of the tree that was kept."""
    batches: int
    """Calls of the network."""
    evaluated: int
    """Positions that the network evaluated."""
    depth: int
    """The length of the longest line."""

    @property
    def best_move(self) -> Any:
        return self.moves[self.best]

    @property
    def value(self) -> float:
        """The value of the best move for the side to move; 1 or -1 if it is proved."""
        if self.proved[self.best]:
            return float(self.proved[self.best])
        value = float(self.values[self.best])
        return 0.0 if value != value else value


@dataclass(eq=False, slots=True)
class _Node:
    """A position. ``value`` is its certain result, if it has one; then it has no edges."""

    value: float | None = None
    moves: Sequence[Any] = ()
    actions: Any = None
    policy: Any = None
    """None until the network has evaluated the position."""
    visits: Any = None
    sums: Any = None
    proved: Any = None
    children: list[_Node | None] = field(default_factory=list)
    own_value: float = 0.0

    def expand(self, logits: NDArray[Any], value: float) -> None:
        chosen = logits[self.actions].astype(np.float32)
        chosen = np.exp(chosen - chosen.max())
        self.policy = chosen / chosen.sum()
        self.own_value = value


_Path = list[tuple[_Node, int]]
"""The edges of a line: positions with the index of the move."""


class Puct:
    """A search of one game at a time."""

    def __init__(
        self,
        network: Network,
        settings: PuctSettings | None = None,
        rng: np.random.Generator | None = None,
    ) -> None:
        """``rng`` draws the noise of the root."""
        self._network = network
        self._settings = settings or PuctSettings()
        self._rng = rng or np.random.default_rng()

    def search(
        self,
        game: SearchedGame,
        nodes: int,
        *,
        moves: Sequence[Any] | None = None,
        should_stop: Callable[[], bool] | None = None,
        on_batch: Callable[[PuctResult], object] | None = None,
    ) -> PuctResult:
        """Searches until the root has ``nodes`` visits (0: no limit), or a move of the root is a proved win.

        ``moves`` restricts the moves of the root. After each batch ``on_batch`` gets the result so far, and
        ``should_stop`` may end the search. Leaves the game as it was. Raises ValueError if there is no legal
        move.
        """
        return _Search(self._network, self._settings, self._rng, game).run(
            nodes, moves, should_stop or (lambda: False), on_batch
        )


class _Search:
    def __init__(
        self, network: Network, settings: PuctSettings, rng: np.random.Generator, game: SearchedGame
    ) -> None:
        self._network, self._settings, self._rng, self._game = network, settings, rng, game
        self._arrays = game.inputs(settings.batch)
        self._batches = self._evaluated = self._depth = 0

    def run(
        self,
        nodes: int,
        moves: Sequence[Any] | None,
        should_stop: Callable[[], bool],
        on_batch: Callable[[PuctResult], object] | None,
    ) -> PuctResult:
        game = self._game
        root = self._new_node(list(moves) if moves is not None else game.moves())
        if not root.moves:
            raise ValueError("the search needs a legal move")
        game.write_inputs(self._arrays, 0)
        self._evaluate([root])
        if self._settings.noise:
            noise = self._rng.dirichlet([self._settings.noise_alpha] * len(root.moves))
            root.policy = (1 - self._settings.noise) * root.policy + self._settings.noise * noise
        while not self._is_decided(root):
            visits = int(root.visits.sum())
            if nodes and visits >= nodes:
                break
            room = min(self._settings.batch, nodes - visits) if nodes else self._settings.batch
            self._play_batch(root, room)
            if on_batch is not None:
                on_batch(self._result(root))
            if should_stop():
                break
        return self._result(root)

    @staticmethod
    def _is_decided(root: _Node) -> bool:
        return bool((root.proved == 1).any() or (root.proved == -1).all())

    def _new_node(self, moves: Sequence[Any]) -> _Node:
        count = len(moves)
        return _Node(
            moves=moves,
            actions=self._game.actions(moves),
            visits=np.zeros(count, np.int32),
            sums=np.zeros(count, np.float32),
            proved=np.zeros(count, np.int8),
            children=[None] * count,
        )

    def _evaluate(self, leaves: list[_Node]) -> None:
        count = len(leaves)
        logits, values = self._network.evaluate(tuple(array[:count] for array in self._arrays))
        for leaf, row, value in zip(leaves, logits, values, strict=True):
            leaf.expand(row, float(value))
        self._batches += 1
        self._evaluated += count

    def _play_batch(self, root: _Node, room: int) -> None:
        """Follows lines until ``room`` of them ended at new positions, or they meet each other too often."""
        leaves: list[_Node] = []
        paths: list[_Path] = []
        met: list[_Path] = []
        ended = 0
        while len(leaves) + ended < room and len(met) <= room // 4:
            known = len(leaves)
            path, leaf = self._follow(root, leaves)
            if leaf.value is not None:
                self._back_up(path, leaf.value)
                ended += 1
                if self._is_decided(root):
                    break
            elif len(leaves) > known:
                paths.append(path)
            else:
                met.append(path)  # its virtual losses lead the next line to another position
        for path in met:
            self._take_back(path)
        if leaves:
            self._evaluate(leaves)
            for path, leaf in zip(paths, leaves, strict=True):
                self._back_up(path, leaf.own_value)

    def _follow(self, root: _Node, leaves: list[_Node]) -> tuple[_Path, _Node]:
        """Follows the best edges to a position that has not been evaluated, or is decided.

        A new position is added to ``leaves`` and to the inputs of the batch.
        """
        game, node = self._game, root
        path: _Path = []
        while True:
            index = self._select(node)
            node.visits[index] += 1
            node.sums[index] -= 1  # the virtual loss
            path.append((node, index))
            game.push(node.moves[index])
            child = node.children[index]
            if child is None:
                child = node.children[index] = self._open()
                if child.value is None:
                    game.write_inputs(self._arrays, len(leaves))
                    leaves.append(child)
            if child.value is not None or child.policy is None:
                break
            node = child
        for _ in path:
            game.pop()
        self._depth = max(self._depth, len(path))
        return path, child

    def _open(self) -> _Node:
        decided = self._game.decided()
        if decided is not None:
            return _Node(value=decided)
        return self._new_node(self._game.moves())

    def _select(self, node: _Node) -> int:
        visits, proved = node.visits, node.proved
        total = int(visits.sum())
        unvisited = node.own_value - self._settings.first_play_reduction
        values = np.where(visits > 0, node.sums / np.maximum(visits, 1), unvisited)
        scores = values + self._settings.exploration * sqrt(total + 1) * node.policy / (1 + visits)
        if proved.any():
            # A proved loss is followed only if all moves lose.
            scores = np.where(proved == 1, np.inf, np.where(proved == -1, scores - 1e6, scores))
        return int(scores.argmax())

    @staticmethod
    def _back_up(path: _Path, value: float) -> None:
        """Adds the value of the last position, for its side to move, to the edges of a line."""
        certain = True
        for node, index in reversed(path):
            value = -value
            node.sums[index] += value + 1  # without the virtual loss
            # A draw is not certain: other lines to it may be better for one side.
            child = node.children[index]
            certain = certain and child is not None and _proved_value(child) == -value and abs(value) == 1
            if certain:
                node.proved[index] = round(value)

    @staticmethod
    def _take_back(path: _Path) -> None:
        for node, index in path:
            node.visits[index] -= 1
            node.sums[index] += 1

    def _result(self, root: _Node) -> PuctResult:
        with np.errstate(invalid="ignore"):
            values = np.where(root.visits > 0, root.sums / root.visits, np.nan).astype(np.float32)
        return PuctResult(
            moves=root.moves,
            actions=root.actions,
            visits=root.visits.copy(),
            values=values,
            policy=np.asarray(root.policy, np.float32),
            proved=root.proved.copy(),
            best=_best(root),
            variation=_variation(root),
            nodes=int(root.visits.sum()),
            batches=self._batches,
            evaluated=self._evaluated,
            depth=self._depth,
        )


def _proved_value(node: _Node) -> float | None:
    """The certain value of a position for its side to move."""
    if node.value is not None:
        return node.value
    if (node.proved == 1).any():
        return 1.0
    return -1.0 if (node.proved == -1).all() else None


def _best(node: _Node) -> int:
    ranks = node.visits + node.policy / 2 + np.where(node.proved == 1, 1e9, node.proved * 1e8)
    return int(ranks.argmax())


def _variation(node: _Node) -> list[Any]:
    moves: list[Any] = []
    at: _Node | None = node
    while at is not None and at.value is None and at.policy is not None and (not moves or at.visits.any()):
        index = _best(at)
        moves.append(at.moves[index])
        at = at.children[index]
    return moves
