"""A player at the page: plays moves with mouse, touch or keyboard, and reads the state from the socket."""

from __future__ import annotations

import json
import re
import time
from typing import Any

from playwright.sync_api import FloatRect, Locator, Page, WebSocket, expect

from komadai import Board, Move
from komadai.squares import square_name
from tests.e2e.controls import drawn
from tests.processes import PATIENCE_S

OFFERS = re.compile("^(More|Offer)$")
"""The drawer with what is seldom needed, on a phone with the offers."""
HAND_KEYS = "PLNSGBR"
"""The keys 1 to 7."""


class Seat:
    """A game on one page. Its state comes from the messages of the page's socket."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.game: dict[str, Any] = {}
        self._early: list[dict[str, Any]] = []
        """Updates that came before the game itself."""
        self.connections = 0
        """The number of sockets that received a message."""
        self._behind = False
        """Whether an update was for moves that only the page has, from a request of its own."""
        page.on("websocket", self._listen)

    # -- the state shown

    @property
    def moves(self) -> list[str]:
        return [move["usi"] for move in self.game["moves"]]

    @property
    def board(self) -> Board:
        """The current position with its history."""
        board = Board(self.game["start_sfen"])
        for usi in self.moves:
            board.push_usi(usi)
        return board

    @property
    def finished(self) -> bool:
        return bool(self.game["status"] == "finished")

    @property
    def my_turn(self) -> bool:
        return not self.finished and self.game["position"]["turn"] == self.game["you"]

    def take(self) -> None:
        """Waits until the game has begun and it is the user's turn."""
        self.page.wait_for_url("**/game/*")
        self.request_game()
        self.my_move_or_the_end()

    def request_game(self) -> None:
        """Requests the whole game, as the page does when it opens."""
        self.game, self._behind = {}, False
        number = self.page.url.rsplit("/", 1)[1]
        game: dict[str, Any] = self.page.request.get(f"/api/games/{number}").json()
        self.game = game
        early, self._early = self._early, []
        for message in early:
            if message["event"] > game["event"]:
                self._update(message)

    def my_move_or_the_end(self) -> None:
        self.until(lambda: self.finished or self.my_turn, "one's own turn")

    def until(self, condition: Any, what: str) -> None:
        """Waits until the condition holds; fails with ``what`` in the message."""
        latest = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < latest, f"waited in vain for {what}; the game: {self.game}"
            if self._behind:
                self.request_game()
            self.page.wait_for_timeout(15)

    def square(self, name: str) -> Locator:
        return self.page.locator(f'[data-name="{name}"]')

    def in_hand(self, letter: str) -> Locator:
        return self.page.locator(f'[data-kind="{letter}"][data-hand="{self.game["you"]}"]')

    # -- moving

    def drag(self, move: Move) -> None:
        """Drags the piece with the mouse."""
        count = len(self.moves)
        self._wait_until_movable(move)
        drawn(self.page)  # the board has its final place
        mouse = self.page.mouse
        mouse.move(*_middle(self._origin(move)))
        mouse.down()
        mouse.move(*_middle(self.square(square_name(move.to_square))), steps=3)
        mouse.up()
        self._choose_by_click(move)
        self._moved(count)

    def tap(self, move: Move) -> None:
        """Taps the piece, then the square."""
        count = len(self.moves)
        self._wait_until_movable(move)
        self._origin(move).tap()
        self.square(square_name(move.to_square)).tap()
        self._choose_by_click(move)
        self._moved(count)

    def key_in(self, move: Move) -> None:
        """Plays with the keyboard only: arrows, Enter, digits for the hand, + and = for promotion."""
        count = len(self.moves)
        keyboard = self.page.keyboard
        promotable = self._has_choice(move)
        if move.drop is not None:
            self._walk(move.to_square)
            keyboard.press(str(HAND_KEYS.index(move.drop.letter) + 1))
        else:
            assert move.from_square is not None
            self._walk(move.from_square)
            keyboard.press("Enter")
        self._walk(move.to_square)
        keyboard.press("Enter")
        if promotable:
            self.page.get_by_role("dialog").wait_for()
            keyboard.press("+" if move.promotion else "=")
        self._moved(count)

    def type_in(self, text: str) -> None:
        field = self.page.get_by_role("textbox", name="Type a move")
        expect(field.or_(self._more).first).to_be_visible()
        if not field.is_visible():
            self._more.click()
        field.fill(text)
        expect(field.locator("xpath=..").get_by_role("button")).to_be_enabled()  # it is one's own turn
        field.press("Enter")

    def ask_for(self, name: str) -> None:
        """Presses a button among what the players can ask of each other."""
        self._more.click()
        drawer = self.page.get_by_role("region", name=OFFERS)
        drawer.get_by_role("button", name=name).click()
        drawer.get_by_role("button", name="Close").click()

    # -- internal

    @property
    def _more(self) -> Locator:
        return self.page.get_by_role("button", name=OFFERS)

    def _origin(self, move: Move) -> Locator:
        if move.drop is not None:
            return self.in_hand(move.drop.letter)
        assert move.from_square is not None
        return self.square(square_name(move.from_square))

    def _wait_until_movable(self, move: Move) -> None:
        """The page may learn whose turn it is later than :attr:`game`."""
        expect(self._origin(move)).to_have_class(re.compile(r"\bgrab\b"))

    def _has_choice(self, move: Move) -> bool:
        if move.from_square is None:
            return False
        legal = self.board.legal_moves
        both = (Move.normal(move.from_square, move.to_square, promote) for promote in (False, True))
        return all(each in legal for each in both)

    def _choose_by_click(self, move: Move) -> None:
        if self._has_choice(move):
            name = "Promote" if move.promotion else "Don’t promote"
            self.page.get_by_role("dialog").get_by_role("button", name=name).first.click()

    def _walk(self, square: int) -> None:
        """Presses arrow keys from the focused square; in a game, seen from Black's side."""
        here = self.page.evaluate("document.activeElement?.dataset?.square ?? null")
        if here is None:
            self.page.locator('[role="gridcell"][tabindex="0"]').focus()
            here = self.page.evaluate("document.activeElement.dataset.square")
        file, rank = divmod(int(here), 9)
        to_file, to_rank = divmod(square, 9)
        for count, right, left in (
            (to_file - file, "ArrowLeft", "ArrowRight"),
            (to_rank - rank, "ArrowDown", "ArrowUp"),
        ):
            for _ in range(abs(count)):
                self.page.keyboard.press(right if count > 0 else left)

    def _moved(self, count: int) -> None:
        self.until(lambda: len(self.moves) > count or self.finished, "the move to be accepted")

    def _listen(self, socket: WebSocket) -> None:
        counted = False

        def on_frame(frame: str | bytes) -> None:
            nonlocal counted
            self.connections += not counted
            counted = True
            self._on_message(str(frame))

        socket.on("framereceived", on_frame)

    def _on_message(self, frame: str) -> None:
        message = json.loads(frame)
        if message["type"] == "game":
            self.game = message["game"]
        elif message["type"] == "update" and not self.game:
            self._early.append(message)
        elif message["type"] == "update":
            self._update(message)

    def _update(self, message: dict[str, Any]) -> None:
        if message["keep"] > len(self.game["moves"]):
            self._behind = True
            return
        kept = self.game["moves"][: message["keep"]]
        changes = {key: value for key, value in message.items() if key in self.game}
        self.game |= changes | {"moves": kept + message["moves"]}


def _middle(locator: Locator) -> tuple[float, float]:
    locator.wait_for()
    box: FloatRect | None = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
