"""Carries out the commands of a page on a game."""

from __future__ import annotations

from typing import assert_never

from komadai.pieces import Color
from komadai.play import events as ev
from komadai.play.events import Event
from komadai.play.game import GameMachine
from komadai.server.errors import ApiError
from komadai.server.games import wire
from komadai.server.games.live.stored_game import Decision
from komadai.server.positions import move_input


def decision(command: wire.PlayCommand, color: Color, taker: Color, at: int) -> Decision:
    """Returns the events of this command by the player of this colour; ``taker`` takes moves back."""
    match command:
        case wire.MoveCommand(usi=usi):
            return lambda game: game.move(color, move_input.on_board(game.board, usi), at)
        case wire.TypedCommand(text=text):
            return lambda game: game.move(color, move_input.typed(game.board, text), at)
        case wire.ResignCommand(word=word):
            return lambda game: game.resign(color, at, word)
        case wire.DeclareCommand():
            return lambda game: game.declare(color, at)
        case wire.TakeBackCommand():
            return lambda game: game.take_back(taker, at)
        case wire.GiveTimeCommand():
            return lambda game: game.give_time(color, at)
        case wire.AdjournCommand():
            return lambda game: game.adjourn(color, at)
        case wire.ResumeCommand():
            return lambda game: game.offer_resume(color, at)
        case wire.AnswerCommand(offer=offer, accept=accept):
            return lambda game: game.answer(color, offer, accept, at)
        case wire.AbortCommand():
            return lambda game: game.abort(color, at)
        case wire.ClaimCommand():
            return lambda game: game.claim(color, at)
        case _:
            assert_never(command)


def opens_sealed_move(command: wire.GameCommand, game: GameMachine, color: Color) -> bool:
    """Whether the command continues an adjourned game: then its sealed move is opened."""
    if isinstance(command, wire.AnswerCommand):
        return command.offer == "resume" and command.accept
    return isinstance(command, wire.ResumeCommand) and game.offers.get("resume") is color.opponent


def check_current(command: wire.GameCommand, game: GameMachine) -> None:
    """Raises ApiError unless the sender knew the moves of the game, which is not over."""
    if game.outcome is not None and not isinstance(command, wire.AnswerCommand):
        raise ApiError("finished")
    if not game.is_current(command.event):
        raise ApiError("stale")


def is_end_by_time(event: Event) -> bool:
    """Whether the game ended because a command came too late."""
    return isinstance(event, ev.Flagged) or (
        isinstance(event, ev.Interrupted) and event.reason == "no_first_move"
    )
