"""The options an engine reports, typed, and the checking of values for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast

from komadai.errors import EngineProtocolError, EngineUsageError

OptionKind = Literal["check", "spin", "combo", "button", "string", "filename"]
OptionValue = str | int | bool | None

_KINDS = ("check", "spin", "combo", "button", "string", "filename")
_FIELDS = ("default", "min", "max", "var")
_EMPTY = "<empty>"


@dataclass(frozen=True, slots=True)
class EngineOption:
    """One ``option`` line of an engine. ``minimum`` and ``maximum`` are a spin's bounds."""

    name: str
    kind: OptionKind
    default: OptionValue = None
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()

    @staticmethod
    def parse(line: str) -> EngineOption:
        """Reads ``option name N type T default D ...``. Raises EngineProtocolError."""
        words = line.split()
        if len(words) < 5 or words[:2] != ["option", "name"] or "type" not in words[3:]:
            raise EngineProtocolError(f"expected 'option name … type …', got {line[:200]!r}")
        at = words.index("type", 3)
        name = " ".join(words[2:at])
        kind = words[at + 1] if at + 1 < len(words) else ""
        if kind not in _KINDS:
            raise EngineProtocolError(f"option {name}: expected a type of {', '.join(_KINDS)}, got {kind!r}")
        values: dict[str, list[str]] = {"default": [], "min": [], "max": []}
        choices: list[list[str]] = []
        current: list[str] = []
        for word in words[at + 2 :]:
            if word in _FIELDS and not (kind in ("string", "filename") and current is values["default"]):
                current = values[word] if word != "var" else []
                if word == "var":
                    choices.append(current)
            else:
                current.append(word)
        default = " ".join(values["default"])
        try:
            return EngineOption(
                name,
                cast(OptionKind, kind),
                _default(kind, default),
                int(values["min"][0]) if values["min"] else None,
                int(values["max"][0]) if values["max"] else None,
                tuple(" ".join(choice) for choice in choices),
            )
        except ValueError:
            raise EngineProtocolError(f"option {name}: expected whole numbers in {line[:200]!r}") from None

    def line(self) -> str:
        """The ``option`` line an engine writes for this."""
        words = [f"option name {self.name} type {self.kind}"]
        if self.kind != "button":
            if isinstance(self.default, bool):
                words.append(f"default {str(self.default).lower()}")
            elif self.default is not None:
                words.append(f"default {self.default if self.default != '' else _EMPTY}")
        if self.kind == "spin":
            words.append(f"min {self.minimum} max {self.maximum}")
        words += [f"var {choice}" for choice in self.choices]
        return " ".join(words)

    def check(self, value: OptionValue) -> OptionValue:
        """The value in this option's own type, text such as ``"true"`` or ``"64"`` understood.

        Raises EngineUsageError (a ValueError) that names the option, what was given and what it
        takes; TypeError for a value of a type that no option has.
        """
        if not isinstance(value, str | int | None):
            raise TypeError(f"option {self.name}: expected a str, int, bool or None, got {value!r}")
        match self.kind:
            case "button":
                if value in (None, "", True):
                    return None
                expected = "no value"
            case "check":
                if isinstance(value, bool):
                    return value
                if isinstance(value, str) and value.lower() in ("true", "false"):
                    return value.lower() == "true"
                expected = "true or false"
            case "spin":
                expected = f"a whole number from {self.minimum} to {self.maximum}"
                try:
                    number = (
                        int(value) if isinstance(value, int | str) and not isinstance(value, bool) else None
                    )
                except ValueError:
                    number = None
                if (
                    number is not None
                    and (self.minimum is None or number >= self.minimum)
                    and (self.maximum is None or number <= self.maximum)
                ):
                    return number
            case "combo":
                for choice in self.choices:
                    if isinstance(value, str) and choice.lower() == value.lower():
                        return choice
                expected = "one of " + ", ".join(self.choices)
            case _:
                if isinstance(value, str) and is_one_line(value):
                    return "" if value == _EMPTY else value
                expected = "one line of text"
        raise EngineUsageError(f"option {self.name}: expected {expected}, got {value!r}")

    def setting(self, value: OptionValue) -> str:
        """The ``setoption`` line that gives this option a (checked) value."""
        checked = self.check(value)
        if checked is None:
            return f"setoption name {self.name}"
        text = str(checked).lower() if isinstance(checked, bool) else str(checked)
        return f"setoption name {self.name} value {text or _EMPTY}"


def find(options: Mapping[str, EngineOption], name: str) -> EngineOption | None:
    """The option of this name; upper and lower case don't matter in USI."""
    if name in options:
        return options[name]
    lowered = name.lower()
    return next((option for key, option in options.items() if key.lower() == lowered), None)


def is_one_line(text: str) -> bool:
    """Whether it can be said to an engine: no control characters; what stands for odd bytes of a file's name
    (``os.fsdecode``) is said as those."""
    return _UNSPEAKABLE.search(text) is None


_UNSPEAKABLE = re.compile("[\0-\x1f\x7f\ud800-\udc7f\udd00-\udfff]")


def _default(kind: str, text: str) -> OptionValue:
    match kind:
        case "check":
            return text == "true"
        case "spin":
            return int(text) if text else None
        case "button":
            return None
        case _:
            return "" if text == _EMPTY else text
