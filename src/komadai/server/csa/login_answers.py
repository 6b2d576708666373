"""The result of a login on the CSA port, and the line that tells it."""

from __future__ import annotations

from enum import Enum


class LoginAnswer(Enum):
    """The result of a login with a name and a password; the answer to the program.

    ``LOGIN:incorrect``, the only refusal that the protocol knows, says that the line is no login, or that the
    name and the password do not belong together. A program that is refused for another reason is told that
    one and disconnected.
    """

    RIGHT = ""
    WRONG = "LOGIN:incorrect"
    GAME = "##[ERROR] expected a game such as club-60-5, or without a side such as floodgate-600-10F"
    NAME_TAKEN = (
        "##[ERROR] this name looks like that of another program, or has a word for a role; take another one"
    )
    OTHER_CAPITALS = "##[ERROR] this name is registered with other capitals"
    CLOSED = "##[ERROR] this account is closed"
    PLAYS = "##[ERROR] this name is playing a game; log in when it is over"
    NO_GAME = "##[ERROR] there is no game to take up again with this token"
    TOO_MANY_WRONG = "##[ERROR] too many wrong logins from this address; try again in a minute"
    TOO_MANY = "##[ERROR] too many logins from this address; try again in a minute"
    BUSY = "##[ERROR] the server is checking too many passwords; try again in a minute"
