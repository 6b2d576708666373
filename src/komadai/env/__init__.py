"""Environments for reinforcement learning: many games stepped together, and adapters for other libraries.

>>> from komadai.env import VectorEnv
>>> env = VectorEnv(8, seed=1)
>>> observations, info = env.reset()
>>> observations, rewards, terminated, truncated, info = env.step(env.sample())
>>> observations.shape, env.legal_action_mask.shape
((8, 9, 9, 119), (8, 2187))

This package needs NumPy, the adapters for Gymnasium and PettingZoo also need those packages
(``pip install 'komadai[rl]'``).
``docs/how-to/research.md`` explains observations and actions.
"""

from __future__ import annotations

from importlib import import_module

from komadai.env.registration import register_when_imported

TYPE_CHECKING = False
if TYPE_CHECKING:
    from komadai.env.game_state import GameState
    from komadai.env.observations import planes
    from komadai.env.pettingzoo_env import aec, parallel
    from komadai.env.vector_env import VectorEnv

_MODULES = {
    "GameState": "game_state",
    "VectorEnv": "vector_env",
    "aec": "pettingzoo_env",
    "parallel": "pettingzoo_env",
    "planes": "observations",
}

__all__ = ["GameState", "VectorEnv", "aec", "parallel", "planes"]

if not TYPE_CHECKING:  # so that a type checker still reports unknown names

    def __getattr__(name: str) -> object:
        if name not in _MODULES:
            raise AttributeError(f"module 'komadai.env' has no attribute {name!r}")
        return getattr(import_module(f"komadai.env.{_MODULES[name]}"), name)


register_when_imported()
