"""The sizes of screens."""

from __future__ import annotations

from typing import Any

PHONE: dict[str, Any] = {"has_touch": True, "is_mobile": True}


SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "large": {"viewport": {"width": 1920, "height": 1080}},
    "tablet": {"viewport": {"width": 820, "height": 1180}},
    "phone": {"viewport": {"width": 390, "height": 844}} | PHONE,
    "short-phone": {"viewport": {"width": 360, "height": 640}} | PHONE,
    "phone-on-its-side": {"viewport": {"width": 844, "height": 390}} | PHONE,
}
