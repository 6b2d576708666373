"""Shogi and its variants as environments of Gymnasium: one game, and many.

Both are registered under the name ``komadai/Shogi-v0`` (see registration.py).

>>> import gymnasium, komadai.env  # doctest: +SKIP
>>> envs = gymnasium.make_vec("komadai/Shogi-v0", num_envs=8)  # doctest: +SKIP
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from komadai.env.game_state import GameState
from komadai.env.observations import planes
from komadai.env.registration import register_environments
from komadai.env.spaces import LegalActions, observation_space
from komadai.env.variant_layout import action_count
from komadai.env.vector_env import VectorEnv
from komadai.extras import extra

with extra("rl"):
    import gymnasium
    import numpy as np
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from komadai.variants import Variant


class ShogiEnv(gymnasium.Env[Any, Any]):
    """One game; the agent plays both sides in turn.

    The reward is 1, 0 or -1 where the side that moved won, drew or lost. ``info["action_mask"]`` (int8)
    marks the legal actions; ``action_space.sample()`` draws from them.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        *,
        variant: str | Variant = "shogi",
        max_moves: int = 512,
        impasse: str = "27-point",
        observation: str = "pgx",
        render_mode: str | None = None,
    ) -> None:
        """The keywords of VectorEnv. ``render_mode`` is None or ``"ansi"`` (an SFEN)."""
        self.observation_space: gymnasium.Space[Any] = observation_space(observation, variant)
        self.action_space: LegalActions = LegalActions(action_count(variant))
        self.render_mode = render_mode
        self._layout: Any = observation
        self._rules: dict[str, Any] = {"variant": variant, "max_moves": max_moves, "impasse": impasse}
        self._start()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self._start()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        mover = self._state.current_player()
        self._state.apply_action(int(action))
        self._mark_legal()
        outcome = self._state.outcome
        truncated = outcome is not None and outcome.termination == "move_limit"
        terminated = outcome is not None and not truncated
        reward = self._state.player_return(mover) if terminated else 0.0
        return self._observation(), reward, terminated, truncated, self._info()

    def render(self) -> Any:
        return str(self._state) if self.render_mode == "ansi" else None

    def _start(self) -> None:
        # The keywords are those of GameState, which checks them.
        self._state = GameState(**self._rules)
        self._mark_legal()

    def _mark_legal(self) -> None:
        self.action_space.legal = self._state.legal_actions_mask()

    def _observation(self) -> Any:
        return planes(self._state._board, self._layout)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._state.legal_actions_mask()}


class ShogiVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many games, stepped by the native library; see VectorEnv, which ``games`` is.

    The arrays are the same after each step, as with ``copy=False`` of Gymnasium's own.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        num_envs: int = 1,
        *,
        variant: str | Variant = "shogi",
        observation: str = "pgx",
        **options: Any,
    ) -> None:
        """The keywords of VectorEnv. Raises RangeError for a variant without fixed actions."""
        self.single_observation_space: gymnasium.Space[Any] = observation_space(observation, variant)
        self.single_action_space: gymnasium.Space[Any] = gymnasium.spaces.Discrete(action_count(variant))
        self.games: VectorEnv = VectorEnv(num_envs, variant=variant, observation=observation, **options)
        self.num_envs = num_envs
        self.observation_space: gymnasium.Space[Any] = batch_space(self.single_observation_space, num_envs)
        self.action_space: gymnasium.Space[Any] = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """``seed`` is one number for all games; of a list the first counts."""
        number = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=number)
        return self.games.reset(number)

    def step(self, actions: Any) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        return self.games.step(actions)

    def sample(self) -> NDArray[np.int64]:
        """A legal action for each game."""
        return self.games.sample()


register_environments()
