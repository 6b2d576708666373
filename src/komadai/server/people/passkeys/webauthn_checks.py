"""The WebAuthn protocol: what an authenticator is asked, and whether its answer is right.

The library is imported at the first use: it is large, and without it the server offers no passkeys.
"""

from __future__ import annotations

import importlib.util
import ipaddress
from collections.abc import Sequence
from typing import Final, NamedTuple

from komadai.server.errors import ApiError
from komadai.server.http.host_check import host_name
from komadai.server.people.passkeys.store import Passkey

SITE_NAME: Final = "Komadai"
CHALLENGE_BYTES: Final = 32


class Site(NamedTuple):
    """The place that a passkey is for."""

    host: str
    """The host name; WebAuthn calls it the relying party's id."""
    origin: str
    """The origin of its pages."""


class NewCredential(NamedTuple):
    """A passkey that an authenticator has made."""

    credential_id: str
    public_key: bytes
    sign_count: int


def site_of(host_header: str | None, tls: bool) -> Site | None:
    """The site of a request, or None where browsers have no passkeys.

    They have them at localhost, and under https with a name: an IP address has no passkeys.
    """
    name = host_name(host_header)
    if name is None or host_header is None or importlib.util.find_spec("webauthn") is None:
        return None
    if name != "localhost" and (not tls or _is_address(name)):
        return None
    return Site(name, f"{'https' if tls else 'http'}://{host_header.lower()}")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def registration_options(
    site: Site,
    challenge: bytes,
    *,
    user_id: bytes,
    name: str,
    display_name: str,
    known: Sequence[Passkey],
    timeout_ms: int,
) -> str:
    """Makes the argument of ``navigator.credentials.create``, as JSON."""
    import webauthn
    from webauthn.helpers import base64url_to_bytes, structs

    options = webauthn.generate_registration_options(
        rp_id=site.host,
        rp_name=SITE_NAME,
        user_id=user_id,
        user_name=name,
        user_display_name=display_name,
        challenge=challenge,
        timeout=timeout_ms,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(id=base64url_to_bytes(passkey.credential_id))
            for passkey in known
        ],
    )
    return webauthn.options_to_json(options)


def login_options(site: Site, challenge: bytes, timeout_ms: int) -> str:
    """Makes the argument of ``navigator.credentials.get``, as JSON. It names no account."""
    import webauthn
    from webauthn.helpers.structs import UserVerificationRequirement

    options = webauthn.generate_authentication_options(
        rp_id=site.host,
        challenge=challenge,
        timeout=timeout_ms,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return webauthn.options_to_json(options)


def check_registration(site: Site, challenge: bytes, credential: str) -> NewCredential:
    """The credential that an authenticator has made. Raises ApiError ``bad_passkey``."""
    import webauthn
    from webauthn.helpers import bytes_to_base64url

    try:
        made = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except Exception as error:  # the parsers of the formats raise many kinds for malformed answers
        raise ApiError("bad_passkey") from error
    credential_id = bytes_to_base64url(made.credential_id)
    if not 1 <= len(credential_id) <= 1400:
        raise ApiError("bad_passkey")
    return NewCredential(credential_id, made.credential_public_key, made.sign_count)


def credential_and_user(credential: str) -> tuple[str, bytes | None]:
    """The credential's id of an answer to `login_options`, and the account's id that it names.

    Nothing is checked yet. Raises ApiError ``bad_passkey`` for a malformed answer.
    """
    from webauthn.helpers import bytes_to_base64url, parse_authentication_credential_json

    try:
        parsed = parse_authentication_credential_json(credential)
        return bytes_to_base64url(parsed.raw_id), parsed.response.user_handle
    except Exception as error:  # as above
        raise ApiError("bad_passkey") from error


def check_login(site: Site, challenge: bytes, credential: str, passkey: Passkey) -> int:
    """The authenticator's new count of signatures. Raises ApiError ``bad_passkey``.

    A count that has not grown is refused: there may be a copy of the passkey.
    """
    import webauthn

    try:
        return webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.sign_count,
            require_user_verification=True,
        ).new_sign_count
    except Exception as error:  # as above
        raise ApiError("bad_passkey") from error
