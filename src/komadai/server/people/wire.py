"""The wire types of sessions and accounts; see docs/wire.md."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from komadai.messages.text import Text
from komadai.ratings.speeds import Speed

Name = Annotated[str, msgspec.Meta(max_length=64)]
Password = Annotated[str, msgspec.Meta(max_length=400)]
Credential = Annotated[str, msgspec.Meta(max_length=30_000)]
"""An authenticator's answer: what ``PublicKeyCredential.toJSON`` gives, as JSON text."""
PreferenceKey = Annotated[str, msgspec.Meta(max_length=32)]
PreferenceText = Annotated[str, msgspec.Meta(max_length=32)]
ReasonText = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
ReportReason = Literal["cheating", "language", "name", "stalling", "other"]
TokenScope = Literal["read", "challenge", "play", "engine"]
"""The rights of a token."""
RoleName = Literal["user", "moderator", "admin"]

# -- from the page


class RegisterRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/account/register."""

    name: Name
    password: Password
    display_name: Name = ""
    """Empty: the name."""


class LoginRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/account/login."""

    name: Name
    password: Password


class PasswordRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/account/password."""

    current: Password
    new: Password


class PasskeyPassword(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/account/passkeys/begin and /api/account/passkeys/{id}/remove."""

    password: Password


class NewPasskey(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/account/passkeys."""

    name: Name = ""
    """Empty: that of the browser."""
    credential: Credential


class PasskeyLogin(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/account/passkey-login."""

    credential: Credential


class ProfileRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/account/profile."""

    display_name: Name
    about: Annotated[str, msgspec.Meta(max_length=400)] = ""
    listed: bool | None = None
    """Whether the account is in the list of people; null: as before."""


class PreferencesRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/account/preferences."""

    preferences: Annotated[dict[PreferenceKey, PreferenceText | bool], msgspec.Meta(max_length=40)]


class NewToken(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/account/tokens."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=30)]
    scopes: Annotated[list[TokenScope], msgspec.Meta(min_length=1, max_length=4)]


class DeleteRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/account/delete."""

    password: Password


class RelationRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/people/{name}/follow and /block."""

    on: bool


class ReportRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/people/{name}/report."""

    reason: ReportReason
    text: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    game: Annotated[str, msgspec.Meta(max_length=16)] | None = None
    """The game in which it happened; the last lines of its chat go along."""


class BanRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/moderation/people/{name}/ban."""

    days: Annotated[int, msgspec.Meta(ge=1, le=36500)] | None = None
    """null: for ever."""
    reason: ReasonText


class LiftRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/moderation/people/{name}/lift."""

    reason: ReasonText


Act = Literal["warn", "withdraw_warning", "mute", "unmute", "bar", "unbar", "rename"]


class ModeratorActRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/moderation/people/{name}/act."""

    act: Act
    reason: ReasonText
    """For the log. A warning is this text, which its owner sees."""
    days: Annotated[int, msgspec.Meta(ge=1, le=36500)] | None = None
    """The days of ``mute`` and ``bar``; null: for ever."""
    new_name: Name = ""
    """The new name, for ``rename``."""
    display_name: Name = ""
    """The shown name, for ``rename``; empty: the new name."""


class RoleRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/moderation/people/{name}/role."""

    role: RoleName


# -- to the page


class AccountView(msgspec.Struct, frozen=True, kw_only=True):
    """The account that the browser is logged in to."""

    name: str
    display_name: str
    about: str
    role: RoleName
    created_ms: int
    preferences: dict[str, str | bool]
    """The settings of the page; empty until it has sent some."""
    warning: str
    """The warning of a moderator; empty: none, or POST /api/account/warning/read was sent."""
    muted_until_ms: int | None
    """Until when the account may say nothing at games; null: it may. Also the next."""
    barred_until_ms: int | None
    """Until when it may begin no games with other people."""
    listed: bool
    """Whether the account is in the list of people."""


class TokenView(msgspec.Struct, frozen=True, kw_only=True):
    """A token of the account, without its secret."""

    id: str
    name: str
    scopes: list[TokenScope]
    created_ms: int
    used_ms: int | None
    """When it was used last, to the minute."""


class TokenList(msgspec.Struct, frozen=True):
    """The tokens of the account."""

    tokens: list[TokenView]
    bot: bool
    """Whether a program plays in the account."""
    can_be_bot: bool
    """Whether the account can become one in which a program plays: it has no rated games."""


class MadeToken(msgspec.Struct, frozen=True):
    """The answer to POST /api/account/tokens."""

    token: str
    """The secret, which is shown only here."""
    list: TokenList


class Session(msgspec.Struct, frozen=True):
    """The session of the browser."""

    guest: str
    """The id of the person: a guest, or the account."""
    csrf: str
    version: str
    account: AccountView | None = None


class SessionView(msgspec.Struct, frozen=True, kw_only=True):
    """A session of the account."""

    id: str
    device: str
    """Such as "Firefox, Linux"; empty if unknown."""
    address: str
    created_ms: int
    seen_ms: int
    current: bool
    """Whether it is the one that asks."""


class SessionList(msgspec.Struct, frozen=True):
    """The running sessions of the account, the last used first."""

    sessions: list[SessionView]


class PasskeysOffered(msgspec.Struct, frozen=True):
    """Whether one can log in with a passkey at this address."""

    offered: bool


class PasskeyOptions(msgspec.Struct, frozen=True):
    """The request to the browser's authenticator."""

    options: str
    """For ``parseCreationOptionsFromJSON`` or ``parseRequestOptionsFromJSON``, as JSON text."""


class PasskeyView(msgspec.Struct, frozen=True, kw_only=True):
    """A passkey of the account."""

    id: str
    name: str
    host: str
    """The host name under which it was made; it is valid only there."""
    created_ms: int
    used_ms: int | None
    """The last login with it."""


class PasskeyList(msgspec.Struct, frozen=True, kw_only=True):
    """The passkeys of the account, the oldest first."""

    offered: bool
    """Whether passkeys can be made and used at this address."""
    passkeys: list[PasskeyView]


class PersonName(msgspec.Struct, frozen=True, kw_only=True):
    """A person as others see them in a list."""

    name: str | None
    """The account's name, for its address; null for a deleted account."""
    display: Text
    rank: Text | None
    """The rank at this variant and speed; null where there is none to show, "?" before it is settled."""


class RatingView(msgspec.Struct, frozen=True, kw_only=True):
    """A rating of an account."""

    variant: str
    speed: Speed
    rating: int
    deviation: int
    games: int
    rank: Text
    """Such as 1 dan; "?" while the deviation is above 110."""
    professional: Text | None
    """The rank of professionals that equals it, by both opinions: 6 kyu or 2 dan. Null below amateur 4 dan,
    and for variants."""


class ProfileView(msgspec.Struct, frozen=True, kw_only=True):
    """An account as others see it."""

    name: str
    display_name: str
    about: str
    kind: Literal["person", "program"]
    role: RoleName
    created_ms: int
    closed: bool
    """Whether a moderator has closed it."""
    bot: bool
    """Whether a program plays in the account; its games are not rated."""
    ratings: list[RatingView]
    yours: bool
    follows: bool
    """Whether the one who asks follows this account."""
    blocks: bool


class RatingHistory(msgspec.Struct, frozen=True):
    """A rating after each game, oldest first; times in milliseconds."""

    times: list[int]
    ratings: list[int]


class PeopleLists(msgspec.Struct, frozen=True):
    """The people whom the account follows and blocks."""

    follows: list[PersonName]
    blocks: list[PersonName]


class OpenReport(msgspec.Struct, frozen=True, kw_only=True):
    """A report that waits for a moderator."""

    id: int
    at_ms: int
    reporter: PersonName
    reported: PersonName
    closed: bool
    """Whether the reported account is closed."""
    muted: bool
    barred: bool
    warned: bool
    """Whether it has a warning that its owner has not confirmed."""
    reason: ReportReason
    text: str
    game: str | None
    chat: list[str]


class ModerationEntryView(msgspec.Struct, frozen=True, kw_only=True):
    """An act of a moderator."""

    at_ms: int
    actor: PersonName | None
    """null: an administrator on the command line."""
    account: PersonName
    act: str
    reason: str


class ModerationView(msgspec.Struct, frozen=True, kw_only=True):
    """The page of a moderator: the open reports, oldest first, and the last acts, newest first."""

    reports: list[OpenReport]
    log: list[ModerationEntryView]


class ModerationLog(msgspec.Struct, frozen=True, kw_only=True):
    """Acts of moderators, newest first."""

    entries: list[ModerationEntryView]
    next: int | None
    """The cursor for those before them; null: there are none."""


class SecurityEntryView(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the security log."""

    at_ms: int
    account: PersonName | None
    """null: of no account, such as a login with an unknown name."""
    kind: str
    address: str
    detail: str


class SecurityLog(msgspec.Struct, frozen=True, kw_only=True):
    """Entries of the security log, newest first."""

    entries: list[SecurityEntryView]
    next: int | None


class ManagedAccount(msgspec.Struct, frozen=True, kw_only=True):
    """An account as an administrator sees it."""

    name: str
    display_name: str
    role: RoleName
    created_ms: int
    former_names: list[str]
    """The names that it had, in small letters."""
    closed: bool
    muted: bool
    barred: bool
    warned: bool
