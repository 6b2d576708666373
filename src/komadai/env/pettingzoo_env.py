"""Shogi for PettingZoo: in turn (AEC) and in parallel. The agents are ``"black"`` and ``"white"``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from komadai.enums import Color
from komadai.env.game_state import GameState
from komadai.env.observations import planes
from komadai.env.spaces import LegalActions, observation_space
from komadai.env.variant_layout import action_count, variant_planes
from komadai.extras import extra
from komadai.variants import Board as VariantBoard

with extra("rl"):
    import numpy as np
    from gymnasium import spaces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Final

    from komadai.variants import Variant

    # PettingZoo has no py.typed file, so its annotations do not count: without these classes, type checkers
    # would know nothing of the environments below.
    class _Environment:
        """The base of both kinds of environments."""

        num_agents: int
        max_num_agents: int
        unwrapped: Any
        state: Callable[[], Any]

    class AECEnv(_Environment):
        """An environment in which the agents move in turn."""

        agent_iter: Callable[..., Iterable[str]]
        last: Callable[..., tuple[Any, float, bool, bool, dict[str, Any]]]
        _cumulative_rewards: dict[str, float]
        _was_dead_step: Callable[[Any], None]
        _clear_rewards: Callable[[], None]
        _accumulate_rewards: Callable[[], None]

    class ParallelEnv(_Environment):
        """An environment in which all agents give an action in each step."""

else:
    with extra("rl"):
        from pettingzoo import AECEnv, ParallelEnv

AGENTS: Final = ("black", "white")


class _Spaces:
    """The spaces of both agents; an observation is a dict with ``observation`` and ``action_mask``."""

    def __init__(self, layout: str, variant: str | Variant) -> None:
        self._layout: Any = layout
        actions = action_count(variant)
        self.action_spaces: dict[str, LegalActions] = {agent: LegalActions(actions) for agent in AGENTS}
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict(
                {
                    "observation": observation_space(layout, variant),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in AGENTS
        }

    def mark_legal(self, state: GameState) -> None:
        """Lets the spaces draw legal actions only."""
        for player, agent in enumerate(AGENTS):
            self.action_spaces[agent].legal = self.mask(state, player)

    @staticmethod
    def mask(state: GameState, player: int) -> Any:
        if player != state.current_player():
            return np.zeros(state.num_distinct_actions(), np.int8)
        return state.legal_actions_mask()

    def observe(self, state: GameState, player: int) -> dict[str, Any]:
        """The position from this player's side; the mask is 0 unless it is the player's turn."""
        board = state.board
        if isinstance(board, VariantBoard):
            observation: Any = variant_planes(board, Color(player))
        else:
            if player != board.turn:
                board.set_turn(board.turn.opponent)
            observation = planes(board, self._layout)
        return {"observation": observation, "action_mask": self.mask(state, player)}


class ShogiAEC(AECEnv):
    """One game; the agents move in turn."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "komadai_shogi_v0",
        "is_parallelizable": False,
        "render_modes": ["ansi"],
    }

    def __init__(
        self,
        *,
        variant: str | Variant = "shogi",
        max_moves: int = 512,
        max_cycles: int | None = None,
        impasse: str = "27-point",
        observation: str = "pgx",
        render_mode: str | None = None,
    ) -> None:
        """The keywords of VectorEnv. A cycle is a move of each side: ``max_moves`` is then
        twice ``max_cycles``."""
        super().__init__()
        self._rules: dict[str, Any] = {
            "variant": variant,
            "max_moves": max_moves if max_cycles is None else 2 * max_cycles,
            "impasse": impasse,
        }
        self._spaces = _Spaces(observation, variant)
        self.action_spaces: dict[str, LegalActions] = self._spaces.action_spaces
        self.observation_spaces: dict[str, spaces.Space[Any]] = self._spaces.observation_spaces
        self.possible_agents: list[str] = list(AGENTS)
        self.render_mode = render_mode

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """The game has no chance: ``seed`` and ``options`` change nothing."""
        self._state = GameState(**self._rules)
        self.agents: list[str] = list(AGENTS)
        self.agent_selection: str = AGENTS[self._state.current_player()]
        self.rewards: dict[str, float] = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(AGENTS, False)
        self.truncations: dict[str, bool] = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._spaces.mark_legal(self._state)

    def observe(self, agent: str) -> Any:
        return self._spaces.observe(self._state, AGENTS.index(agent))

    def step(self, action: Any) -> None:
        """Plays the move of ``agent_selection``. Raises RangeError if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._state.apply_action(int(action))
        self._spaces.mark_legal(self._state)
        self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        self._clear_rewards()
        outcome = self._state.outcome
        if outcome is not None:
            truncated = outcome.termination == "move_limit"
            self.rewards = dict(zip(AGENTS, self._state.returns(), strict=True))
            self.terminations = dict.fromkeys(AGENTS, not truncated)
            self.truncations = dict.fromkeys(AGENTS, truncated)
        self._accumulate_rewards()

    def render(self) -> Any:
        return str(self._state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass


class ShogiParallel(ParallelEnv):
    """One game; in each step both agents give an action, and that of the side to move is played."""

    metadata: ClassVar[dict[str, Any]] = {"name": "komadai_shogi_v0", "render_modes": ["ansi"]}

    def __init__(
        self,
        *,
        variant: str | Variant = "shogi",
        max_moves: int = 512,
        max_cycles: int | None = None,
        impasse: str = "27-point",
        observation: str = "pgx",
        render_mode: str | None = None,
    ) -> None:
        """The keywords of VectorEnv. A cycle is one move: ``max_cycles`` is another name of ``max_moves``."""
        self._rules: dict[str, Any] = {
            "variant": variant,
            "max_moves": max_moves if max_cycles is None else max_cycles,
            "impasse": impasse,
        }
        self._spaces = _Spaces(observation, variant)
        self.action_spaces: dict[str, LegalActions] = self._spaces.action_spaces
        self.observation_spaces: dict[str, spaces.Space[Any]] = self._spaces.observation_spaces
        self.possible_agents: list[str] = list(AGENTS)
        self.agents: list[str] = []
        self.render_mode = render_mode

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """The game has no chance: ``seed`` and ``options`` change nothing."""
        self._state = GameState(**self._rules)
        self.agents = list(AGENTS)
        self._spaces.mark_legal(self._state)
        return self._observations(), {agent: {} for agent in AGENTS}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Plays the action of the side to move; the other is ignored. Raises RangeError if it is illegal."""
        self._state.apply_action(int(actions[AGENTS[self._state.current_player()]]))
        self._spaces.mark_legal(self._state)
        outcome = self._state.outcome
        truncated = outcome is not None and outcome.termination == "move_limit"
        terminated = outcome is not None and not truncated
        if outcome is not None:
            self.agents = []
        return (
            self._observations(),
            dict(zip(AGENTS, self._state.returns(), strict=True)),
            dict.fromkeys(AGENTS, terminated),
            dict.fromkeys(AGENTS, truncated),
            {agent: {} for agent in AGENTS},
        )

    def render(self) -> Any:
        return str(self._state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass

    def _observations(self) -> dict[str, Any]:
        return {agent: self._spaces.observe(self._state, player) for player, agent in enumerate(AGENTS)}


def aec(**options: Any) -> ShogiAEC:
    """The environment in which the agents move in turn (PettingZoo's AEC)."""
    return ShogiAEC(**options)


def parallel(**options: Any) -> ShogiParallel:
    """The environment in which both agents give an action in each step (PettingZoo's parallel API)."""
    return ShogiParallel(**options)


env = aec
"""The name that PettingZoo's tests and scripts expect in the module of an environment."""

parallel_env = parallel
