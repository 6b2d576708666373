"""Recognizes texts that are e-mail addresses.

Libraries and mail servers read a text with ``,``, ``:``, ``<`` or quotes in several ways, and may deliver to
a part of it: ``root,me@example.org`` to the mailbox ``root``. An address is only what all of them read alike.
"""

from __future__ import annotations

import re
from email.errors import MessageError
from email.headerregistry import Address
from email.policy import SMTP
from typing import Any, Final

LONGEST: Final = 254
"""The longest path of RFC 5321 is 256 octets, with its angle brackets."""
LONGEST_LOCAL_PART: Final = 64
_WORD: Final = r"[A-Za-z0-9#$&'*+/=?^_`{|}~-]+"
"""Not ``!`` and ``%``, with which old mail servers are given a route: ``root%localhost@example.org``."""
_LABEL: Final = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_TOP: Final = r"[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
"""No digit at the beginning: no IP address, however it is written."""
_ADDRESS: Final = re.compile(rf"({_WORD}(?:\.{_WORD})*)@(?:{_LABEL}\.)+({_TOP})")
_OWN_MACHINE: Final = frozenset({"localhost", "localdomain"})
"""Top-level names below which a mail server finds itself."""


def read_recipient(text: str) -> Address | None:
    """A person's address; None for a text that is none, or can be read in another way."""
    found = _ADDRESS.fullmatch(text)
    if found is None or len(text) > LONGEST or len(found[1]) > LONGEST_LOCAL_PART:
        return None
    if found[2].lower() in _OWN_MACHINE:
        return None
    try:
        address = Address(addr_spec=text)
    except (MessageError, ValueError, IndexError):  # some malformed texts raise the last one
        return None
    return address if address.addr_spec == text else None


def read_sender(text: str) -> Address | None:
    """The one address of ``Shogi club <shogi@example.org>``, with its name; None for anything else."""
    if not text.isprintable():
        return None
    try:
        header: Any = SMTP.header_factory("From", text)
    except (MessageError, ValueError, IndexError):
        return None
    if len(header.addresses) != 1 or header.groups[0].display_name is not None:
        return None
    address: Address = header.addresses[0]
    return address if address.username and address.domain and address.addr_spec.isascii() else None
