"""The rights in a study, as one table of actions and roles."""

from __future__ import annotations

from typing import Final, Literal, get_args

from komadai.server.errors import ApiError

Action = Literal["watch", "write", "manage"]
"""``watch`` is to read, copy and export; ``manage`` is to change settings, people and chapters, and to
delete."""
Role = Literal["owner", "writer", "reader", "other"]
"""The role of a person in a study: invited writers may also write; ``other`` is anyone else who knows the
id."""
Visibility = Literal["public", "unlisted", "private"]
"""``public`` studies are listed, ``unlisted`` ones can be read by all who know the id, ``private`` ones only
by those who were invited."""
Writers = Literal["owner", "invited", "link"]
"""The people who may write: the owner alone, also the invited writers, or everybody who may read."""

_WRITES: Final[dict[Writers, frozenset[Role]]] = {
    "owner": frozenset({"owner"}),
    "invited": frozenset({"owner", "writer"}),
    "link": frozenset(get_args(Role)),
}


def is_allowed(role: Role, visibility: Visibility, writers: Writers, action: Action) -> bool:
    """Whether someone in this role may do this."""
    if action == "manage":
        return role == "owner"
    if role == "other" and visibility == "private":
        return False
    return action == "watch" or role in _WRITES[writers]


def check(role: Role, visibility: Visibility, writers: Writers, action: Action) -> None:
    """Raises ApiError if the action is not allowed.

    ``not_found`` hides a study that may not even be read, ``cannot_write`` refuses the rest.
    """
    if not is_allowed(role, visibility, writers, "watch"):
        raise ApiError("not_found")
    if not is_allowed(role, visibility, writers, action):
        raise ApiError("cannot_write")
