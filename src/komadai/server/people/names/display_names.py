"""The check of displayed names. The owner, moderators and the command line use the same one."""

from __future__ import annotations

from komadai.server.errors import ApiError
from komadai.server.look_alikes import mixes_alphabets
from komadai.server.people.names.names import (
    DISPLAY_NAME_MIXED,
    DISPLAY_NAME_RESERVED,
    clean_display_name,
    name_key,
)
from komadai.server.people.names.role_words import is_role
from komadai.server.people.store import PeopleStore


async def checked_display_name(
    store: PeopleStore, text: str, name: str, account_id: str | None = None
) -> str:
    """The displayed name of the account of this name, as it is stored.

    Raises ApiError ``invalid``, also for a word of more than one alphabet, for a role, for what stands in
    place of a name, and for what looks like the name that another account has or had. An account may always
    be shown by its own name.
    """
    shown = clean_display_name(text)
    if name_key(shown) == name_key(name):
        return shown
    if mixes_alphabets(shown):
        raise ApiError("invalid", "display_name", why=DISPLAY_NAME_MIXED)
    if is_role(shown) or await store.is_taken(shown, but=account_id):
        raise ApiError("invalid", "display_name", why=DISPLAY_NAME_RESERVED)
    return shown
