"""One game with OpenSpiel's interface."""

from __future__ import annotations

import pytest

from komadai import Board, Move, Termination
from komadai.env import GameState, VectorEnv
from komadai.errors import RangeError


def test_a_game_until_mate() -> None:
    state = GameState("4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    action = state.string_to_action("G*5b")
    assert action in state.legal_actions()
    assert state.action_to_string(action) == "G*5b"
    after = state.child(action)
    assert not state.is_terminal()
    assert after.is_terminal()
    assert after.returns() == [1.0, -1.0]
    assert after.current_player() == -4
    assert after.legal_actions() == []
    assert after.history() == [action]
    assert after.outcome is not None
    assert after.outcome.termination == Termination.CHECKMATE
    with pytest.raises(RangeError, match="the game is over"):
        after.apply_action(action)


def test_actions_are_those_of_the_vector_environment() -> None:
    env = VectorEnv(1, seed=1, observation=None)
    state = GameState()
    for _ in range(60):
        assert state.legal_actions_mask().astype(bool).tolist() == env.legal_action_mask[0].tolist()
        action = int(env.sample()[0])
        assert state.move(action) == env.move(0, action)
        env.step([action])
        state.apply_action(action)
    assert str(state) == env.boards()[0].sfen()
    replayed = GameState()
    for action in state.history():
        replayed.apply_action(action)
    assert str(replayed) == str(state)


def test_a_copy_keeps_the_repetitions() -> None:
    state = GameState()
    for usi in ["2h3h", "8b7b", "3h2h", "7b8b"] * 3:
        assert not state.is_terminal()
        state = state.child(state.string_to_action(usi))
    assert state.outcome is not None
    assert state.outcome.termination == Termination.SENNICHITE
    assert state.returns() == [0.0, 0.0]


def test_an_illegal_action_is_named() -> None:
    with pytest.raises(RangeError, match="action 0 is not legal; expected one of the 30"):
        GameState().apply_action(0)
    assert GameState(Board()).move(GameState().string_to_action("7g7f")) == Move.from_usi("7g7f")
