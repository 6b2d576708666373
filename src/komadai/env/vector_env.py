"""Many games stepped together by the native library."""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING, Final

from komadai.env.games import GamesOfVariant, ShogiGames
from komadai.env.variant_layout import SHOGI_ACTIONS, layout_of, variant_named
from komadai.errors import ArgumentTypeError, RangeError
from komadai.extras import extra

with extra("rl"):
    import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Final, NoReturn

    from numpy.typing import NDArray

    from komadai import Board, Move
    from komadai.env.games import Arrays, Games
    from komadai.variants import Board as VariantBoard
    from komadai.variants import Move as VariantMove
    from komadai.variants import Variant

ACTIONS: Final = SHOGI_ACTIONS

_MAX_GAMES: Final = 1 << 20
_MAX_MOVES: Final = 1_000_000
_MAX_THREADS: Final = 512
_MAX_SEED: Final = (1 << 64) - 1


class VectorEnv:
    """``num_envs`` games that are stepped together, on several threads and without the GIL.

    The arrays below have the game as first axis. They are the same arrays after each step: copy what must
    outlive it. A game that ends starts anew in the same step (Gymnasium's ``AutoresetMode.SAME_STEP``):
    ``rewards``, ``terminated`` and ``truncated`` then belong to the game that ended, everything else to the
    new one.
    """

    num_envs: int
    num_actions: int | None
    """2187 for shogi. None for variants on boards above 12x12: an action is an index into ``legal_moves``."""
    observations: Any
    """From the side to move: ``"pgx"``: (n, 9, 9, 119) bool, for variants (n, ranks, files, planes);
    ``"dlshogi"``: a pair of float32 arrays, (n, 62, 9, 9) and (n, 57, 9, 9); without planes: None."""
    legal_action_mask: NDArray[np.bool_]
    """(n, num_actions): True for the action of each legal move; (n, 0) if num_actions is None."""
    rewards: NDArray[np.float32]
    """(n,): 1, 0 or -1 where the side that made the last move won, drew or lost; 0 while the game goes on."""
    terminated: NDArray[np.bool_]
    """(n,): the last move ended the game by the rules."""
    truncated: NDArray[np.bool_]
    """(n,): the game was stopped because it reached ``max_moves``."""
    to_move: NDArray[np.uint8]
    """(n,): 0 where Black is to move, 1 where White is."""

    def __init__(
        self,
        num_envs: int,
        *,
        variant: str | Variant = "shogi",
        seed: int | None = None,
        max_moves: int = 512,
        impasse: str = "27-point",
        observation: str | None = "pgx",
        positions: Sequence[str | Board | VariantBoard] | None = None,
        threads: int | None = None,
    ) -> None:
        """Games from the start position, or each from one drawn from ``positions`` (SFENs or boards).

        ``variant`` is a name of komadai.variants.NAMES or a Variant.
        ``seed`` (0 to 2**64 - 1) determines all that is drawn, on any number of threads; None: a random one.
        ``max_moves`` truncates a game after this number of moves (0: never). ``impasse`` is a key of
        ImpasseRule: a declaration is made for the side to move as soon as its conditions are met.
        (Variants have no such rule.) ``observation`` is ``"pgx"``, ``"dlshogi"`` (shogi only) or None.
        ``threads``: by default one for each core.

        Raises RangeError for a value out of range, ArgumentTypeError for one of the wrong type, SfenError for
        a position that is not valid, VariantError for an unknown variant.
        """
        chosen = variant_named(variant)
        self.num_envs = n = _whole("num_envs", num_envs, 1, _MAX_GAMES)
        self.variant = variant
        self.max_moves: Final = _whole("max_moves", max_moves, 0, _MAX_MOVES)
        self.impasse: Final = str(impasse)
        self.observation = observation
        if threads is None:
            threads = min(os.cpu_count() or 1, _MAX_THREADS)
        starts: Sequence[Any] = ["startpos"] if positions is None else positions
        actions = ACTIONS if chosen is None else layout_of(chosen).actions
        self.num_actions = actions or None
        self.legal_action_mask = np.zeros((n, actions), np.bool_)
        self.rewards = np.zeros(n, np.float32)
        self.terminated = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)
        self.to_move = np.zeros(n, np.uint8)
        self._endings = np.zeros(n, np.uint8)
        self._legal_counts = np.zeros(n, np.int32)
        arrays: Arrays = {
            "rewards": self.rewards,
            "terminated": self.terminated.view(np.uint8),
            "truncated": self.truncated.view(np.uint8),
            "to_move": self.to_move,
            "endings": self._endings,
            "legal_counts": self._legal_counts,
            "legal_actions": self.legal_action_mask.view(np.uint8),
        }
        common: dict[str, Any] = {
            "max_moves": self.max_moves,
            "observation": observation,
            "threads": _whole("threads", threads, 1, _MAX_THREADS),
            "arrays": arrays,
        }
        self._games: Games = (
            ShogiGames(n, starts, impasse=self.impasse, **common)
            if chosen is None
            else GamesOfVariant(chosen, n, starts, **common)
        )
        self.observations = self._games.observations
        self._games.native.reset(_seed(seed) if seed is not None else secrets.randbits(64))

    @property
    def legal_action_counts(self) -> NDArray[np.int32]:
        """(n,): the number of legal actions of each game."""
        if isinstance(self._games, GamesOfVariant):
            return self._legal_counts
        counts: NDArray[np.int32] = self.legal_action_mask.sum(axis=1, dtype=np.int32)
        return counts

    def reset(self, seed: int | None = None, options: object = None) -> tuple[Any, dict[str, Any]]:
        """Starts all games anew and returns (observations, info).

        With a seed, everything drawn from then on depends on it alone. ``options`` is ignored.
        ``info["action_mask"]`` is legal_action_mask.
        """
        self._games.native.reset(_seed(seed) if seed is not None else None)
        return self.observations, {"action_mask": self.legal_action_mask}

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays one action in each game: any array of whole numbers of shape (n,).

        Returns (observations, rewards, terminated, truncated, info). If games ended, ``info`` has
        ``"final_obs"`` and ``"termination"`` (a Termination), object arrays with None for all other games,
        and ``"_final_obs"``, ``"_termination"``, True for the games that ended.

        Raises RangeError for an illegal action, before anything is played, and for another shape;
        ArgumentTypeError for other numbers.
        """
        numbers = np.asarray(actions)
        if numbers.shape != (self.num_envs,):
            raise RangeError(f"actions: expected the shape ({self.num_envs},), got {numbers.shape}")
        if numbers.dtype.kind not in "iu":
            raise ArgumentTypeError(f"actions: expected whole numbers, got {numbers.dtype}")
        illegal = self._games.native.step(np.ascontiguousarray(numbers, np.int64))
        if illegal is not None:
            self._refuse(illegal, int(numbers[illegal]))
        info: dict[str, Any] = {"action_mask": self.legal_action_mask}
        ended = self.terminated | self.truncated
        if ended.any():
            info |= self._final_info(ended)
        return self.observations, self.rewards, self.terminated, self.truncated, info

    def sample(self) -> NDArray[np.int64]:
        """A legal action for each game, (n,) int64, each with the same probability."""
        actions = np.empty(self.num_envs, np.int64)
        self._games.native.sample(actions)
        return actions

    def boards(self) -> list[Any]:
        """Copies of the boards (komadai.Board or komadai.variants.Board), with the moves of each game."""
        return [self._games.board(i) for i in range(self.num_envs)]

    def legal_moves(self, index: int) -> list[Any]:
        """The legal moves of a game. Where num_actions is None, an action is an index into this list."""
        return self._games.legal_moves(self._index(index))

    def action(self, move: Move | VariantMove | str, index: int | None = None) -> int:
        """The action of a move (or its USI text) in the game with this index.

        An action depends on the side that moves. Without an index, it is the side to move in the first game
        in which the move is legal. Raises IllegalMoveError if there is none, or if the move is not legal in
        the game; InvalidMoveError for a text that is no move.
        """
        if isinstance(move, str):
            move = self._games.read_move(move)
        if index is None:
            index = self._games.find_legal(move) or 0
        return self._games.action(move, self._index(index))

    def move(self, index: int, action: int) -> Any:
        """The legal move of an action in the game with this index. Raises RangeError if it is not legal."""
        index = self._index(index)
        number = _whole("action", action, 0, (self.num_actions or 1 << 31) - 1)
        move = self._games.native.move(index, number)
        return move if move is not None else self._refuse(index, number)

    def _index(self, index: int) -> int:
        return _whole("index", index, 0, self.num_envs - 1)

    def _refuse(self, index: int, action: int) -> NoReturn:
        sfen = self._games.board(index).sfen()
        legal = self.legal_action_counts[index]
        expected = (
            f"one of the {legal} actions from 0 to {self.num_actions - 1} that "
            f"legal_action_mask[{index}] marks"
            if self.num_actions
            else f"0 to {legal - 1}, an index into legal_moves({index})"
        )
        raise RangeError(f"env {index}: action {action} is not legal; expected {expected}, at {sfen!r}")

    def _final_info(self, ended: NDArray[np.bool_]) -> dict[str, Any]:
        terminations = np.full(self.num_envs, None, object)
        observations = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(ended):
            terminations[i] = self._games.endings[int(self._endings[i])]
            if isinstance(self._games.final_observations, tuple):
                observations[i] = tuple(part[i].copy() for part in self._games.final_observations)
            elif self._games.final_observations is not None:
                observations[i] = self._games.final_observations[i].copy()
        return {
            "final_obs": observations,
            "_final_obs": ended,
            "termination": terminations,
            "_termination": ended,
        }


def _whole(name: str, value: Any, lowest: int, highest: int) -> int:
    try:
        number = value.__index__()
    except AttributeError:
        raise ArgumentTypeError(f"{name}: expected a whole number, got {value!r}") from None
    if not lowest <= number <= highest:
        raise RangeError(f"{name}: expected {lowest} to {highest}, got {number}")
    return int(number)


def _seed(seed: int) -> int:
    return _whole("seed", seed, 0, _MAX_SEED)
