"""An authenticator in software: it makes passkeys and signs with them, as a phone or a security key does."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def data(encoded: str) -> bytes:
    return urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))


class Authenticator:
    """It has one passkey. ``count`` is how often it has signed; ``flags`` say whether its user was asked."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.flags = PRESENT | VERIFIED
        self.count = 0
        self.key = generate_private_key(SECP256R1())
        self.id = secrets.token_bytes(16)
        self.user = ""

    def make(self, options: str) -> str:
        """The answer to a request for a new passkey."""
        asked = json.loads(options)
        self.user = asked["user"]["id"]
        numbers = self.key.public_key().public_numbers()
        point = {-2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        public_key = cbor2.dumps({1: 2, 3: -7, -1: 1, **point})
        made = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public_key
        signed = self._data(asked["rp"]["id"], ATTESTED) + made
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": signed})
        client = self._client("webauthn.create", asked["challenge"])
        return self._answer(clientDataJSON=text(client), attestationObject=text(attestation))

    def sign(self, options: str) -> str:
        """The answer to a request to log in."""
        asked = json.loads(options)
        self.count += 1
        signed = self._data(asked["rpId"])
        client = self._client("webauthn.get", asked["challenge"])
        signature = self.key.sign(signed + hashlib.sha256(client).digest(), ECDSA(SHA256()))
        return self._answer(
            clientDataJSON=text(client),
            authenticatorData=text(signed),
            signature=text(signature),
            userHandle=self.user,
        )

    def _data(self, host: str, flags: int = 0) -> bytes:
        head = hashlib.sha256(host.encode()).digest() + bytes([self.flags | flags])
        return head + self.count.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        value = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(value).encode()

    def _answer(self, **response: str) -> str:
        answer: dict[str, Any] = {"id": text(self.id), "rawId": text(self.id), "type": "public-key"}
        return json.dumps(answer | {"response": response})
