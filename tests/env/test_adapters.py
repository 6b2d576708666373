"""The adapters for Gymnasium and PettingZoo pass those packages' own tests."""

from __future__ import annotations

import subprocess
import sys
import warnings
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from komadai import Board

gymnasium = pytest.importorskip("gymnasium", reason="the rl extra is not installed")
pettingzoo_test = pytest.importorskip("pettingzoo.test", reason="the rl extra is not installed")

from komadai.env import VectorEnv, aec, parallel, pettingzoo_env  # noqa: E402
from komadai.errors import RangeError  # noqa: E402


def output_of(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    ("imports", "name"),
    [
        ("import gymnasium, komadai.env", "komadai/Shogi-v0"),
        ("import komadai.env, gymnasium", "komadai/Shogi-v0"),
        ("import gymnasium, komadai", "komadai/Shogi-v0"),
        ("import komadai.env, gymnasium.spaces", "komadai/Shogi-v0"),
        ("import gymnasium", "komadai.env:komadai/Shogi-v0"),
    ],
)
def test_importing_both_packages_in_any_order_registers_the_environments(imports: str, name: str) -> None:
    assert output_of(f"{imports}; print(gymnasium.make_vec({name!r}, num_envs=8).num_envs)") == "8\n"


def test_an_environment_without_an_adapter_does_not_import_gymnasium() -> None:
    code = "import sys, komadai.env; komadai.env.VectorEnv(1); print('gymnasium' in sys.modules)"
    assert output_of(code) == "False\n"


@pytest.mark.parametrize("observation", ["pgx", "dlshogi"])
def test_the_environment_of_one_game_passes_gymnasiums_check(observation: str) -> None:
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make("komadai/Shogi-v0", observation=observation, disable_env_checker=True)
    check_env(env.unwrapped)


def test_one_game_is_played_to_its_end() -> None:
    env = gymnasium.make("komadai/Shogi-v0", max_moves=30)
    observation, info = env.reset(seed=1)
    assert (observation == Board().planes()).all()
    for move in range(30):
        observation, reward, terminated, truncated, info = env.step(
            env.action_space.sample(info["action_mask"])
        )
        assert (reward, terminated, truncated) == (0, False, move == 29)
    assert not info["action_mask"].any()


def test_make_vec_makes_the_native_environment() -> None:
    envs = gymnasium.make_vec("komadai/Shogi-v0", num_envs=8, max_moves=5)
    assert envs.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    observations, info = envs.reset(seed=3)
    assert envs.observation_space.contains(observations)
    assert isinstance(envs.unwrapped.games, VectorEnv)
    for step in range(1, 11):
        actions = np.array(
            [envs.single_action_space.sample(mask) for mask in info["action_mask"].astype(np.int8)]
        )
        observations, rewards, terminated, truncated, info = envs.step(actions)
        assert truncated.all() == (step % 5 == 0)
        assert ("final_obs" in info) == (step % 5 == 0)
        assert rewards.shape == terminated.shape == (8,)


def test_the_turn_based_environment_passes_pettingzoos_tests() -> None:
    from pettingzoo.test.seed_test import seed_test

    with warnings.catch_warnings():
        # PettingZoo recommends only what it cannot judge: the names of agents, the mask of a finished game.
        warnings.simplefilter("ignore")
        pettingzoo_test.api_test(aec(max_moves=100), num_cycles=60)
        seed_test(lambda: aec(max_moves=60), num_cycles=20)


def test_a_limit_of_cycles_holds_for_both_environments() -> None:
    from pettingzoo.test.max_cycles_test import max_cycles_test

    module: ModuleType = pettingzoo_env
    max_cycles_test(module)


def test_the_parallel_environment_passes_pettingzoos_tests() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pettingzoo_test.parallel_api_test(parallel(max_moves=60), num_cycles=100)


def test_the_results_of_both_agents_cancel_out() -> None:
    env = aec()
    env.reset()
    # Mate in one: a gold dropped in front of the king, which a pawn protects.
    env._state = type(env._state)("4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    env._spaces.mark_legal(env._state)
    env.step(env._state.string_to_action("G*5b"))
    assert env.terminations == {"black": True, "white": True}
    assert env._cumulative_rewards == {"black": 1.0, "white": -1.0}


def test_each_agent_sees_the_board_from_its_own_side() -> None:
    env = parallel()
    observations, _ = env.reset()
    assert (observations["black"]["observation"] == observations["white"]["observation"]).all()
    assert observations["black"]["action_mask"].sum() == 30
    assert not observations["white"]["action_mask"].any()
    observations = env.step({"black": env._state.string_to_action("7g7f"), "white": 0})[0]
    board = Board("startpos moves 7g7f")
    assert (observations["white"]["observation"] == board.planes()).all()
    board.set_turn(board.turn.opponent)
    assert (observations["black"]["observation"] == board.planes()).all()


def test_an_illegal_action_is_refused() -> None:
    env: Any = gymnasium.make("komadai/Shogi-v0")
    env.reset()
    with pytest.raises(RangeError, match="action 0 is not legal; expected one of the 30"):
        env.step(0)
