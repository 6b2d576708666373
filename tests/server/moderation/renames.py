"""Names that a moderator gives."""

from __future__ import annotations

from typing import Any

from tests.server.people.accounts import Browser


def rename(moderator: Browser, name: str, new: str, shown: str = "") -> Any:
    body = {"act": "rename", "reason": "x", "new_name": new, "display_name": shown}
    return moderator.post(f"/api/moderation/people/{name}/act", body)
