"""The options an engine reports, typed, and the checking of values for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast

from komadai.errors import ArgumentTypeError, EngineProtocolError, EngineUsageError, check_type

OptionKind = Literal["check", "spin", "combo", "button", "string", "filename"]
OptionValue = str | int | bool | None

_KINDS = ("check", "spin", "combo", "button", "string", "filename")
_EMPTY = "<empty>"
_BLANKS = " \t"
_LINE = re.compile(
    r"option[ \t]+name[ \t]+(?P<name>.+?)[ \t]+type[ \t]+"
    rf"(?P<kind>{'|'.join(_KINDS)})(?:[ \t]+(?P<rest>.*))?"
)


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
        """Reads ``option name N type T default D ...``. Raises EngineProtocolError, ArgumentTypeError.

        Words are separated by ASCII blanks only: a full-width space belongs to its name. Names and values may
        contain the protocol's own words (``type``, ``default``, ``var``) where that can be told apart.
        """
        check_type("line", line, str, "a str")
        match = _LINE.fullmatch(line.strip(_BLANKS))
        if match is None:
            kinds = "|".join(_KINDS)
            raise EngineProtocolError(f"expected 'option name … type {kinds} …', got {line[:200]!r}")
        name, kind, rest = match["name"], cast(OptionKind, match["kind"]), match["rest"] or ""
        try:
            match kind:
                case "check":
                    return EngineOption(name, kind, _fields(rest).get("default", "").lower() == "true")
                case "spin":
                    fields = _fields(rest)
                    default, minimum, maximum = (
                        int(fields[key]) if fields.get(key) else None for key in ("default", "min", "max")
                    )
                    return EngineOption(name, kind, default, minimum, maximum)
                case "combo":
                    return EngineOption(name, kind, *_combo(rest))
                case "button":
                    return EngineOption(name, kind)
        except ValueError:
            raise EngineProtocolError(f"option {name}: expected whole numbers in {line[:200]!r}") from None
        # The value of a string or filename is all that follows, blanks included.
        word, _, value = rest.partition("default")
        value = value.strip(_BLANKS) if not word else ""
        return EngineOption(name, kind, _not_empty(value))

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
        words += [f"var {choice or _EMPTY}" for choice in self.choices]
        return " ".join(words)

    def check(self, value: OptionValue) -> OptionValue:
        """The value in this option's own type, text such as ``"true"`` or ``"64"`` understood.

        Raises EngineUsageError (a ValueError) that names the option, what was given and what it
        takes; ArgumentTypeError for a value of a type that no option has.
        """
        if not isinstance(value, str | int | None):
            raise ArgumentTypeError(f"option {self.name}: expected a str, int, bool or None, got {value!r}")
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
                expected = f"a whole number{self._range()}"
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
                if isinstance(value, str):
                    value = _not_empty(value)
                    if value in self.choices:
                        return value
                    for choice in self.choices:
                        if choice.lower() == value.lower():
                            return choice
                expected = "one of " + ", ".join(self.choices)
            case _:
                if isinstance(value, str) and is_one_line(value):
                    return "" if value == _EMPTY else value
                expected = "one line of text"
        raise EngineUsageError(f"option {self.name}: expected {expected}, got {value!r}")

    def _range(self) -> str:
        """The bounds of a spin as the end of a phrase."""
        match self.minimum, self.maximum:
            case None, None:
                return ""
            case minimum, None:
                return f" of at least {minimum}"
            case None, maximum:
                return f" of at most {maximum}"
            case minimum, maximum:
                return f" from {minimum} to {maximum}"

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
    """Whether it can be sent as one line: no control characters, no surrogates but those of ``os.fsdecode``,
    which stand for the bytes of a file name."""
    return _NOT_SENDABLE.search(text) is None


_NOT_SENDABLE = re.compile("[\0-\x1f\x7f\ud800-\udc7f\udd00-\udfff]")


def _fields(text: str) -> dict[str, str]:
    """``default``, ``min`` and ``max`` with the word that follows each; a missing value is empty."""
    words = text.split()
    return {
        word: following if following not in ("default", "min", "max") else ""
        for word, following in zip(words, [*words[1:], ""], strict=True)
        if word in ("default", "min", "max")
    }


def _combo(text: str) -> tuple[str, None, None, tuple[str, ...]]:
    """The default and the choices of a combo.

    A keyword directly behind a keyword is a value (``default default``, ``var var``). If that gives a default
    that is no choice, the default was left out (``default var A var B``) and all keywords are keywords.
    """
    default, choices = _split_combo(text, values_may_be_keywords=True)
    if default not in choices:
        plain_default, plain_choices = _split_combo(text, values_may_be_keywords=False)
        if plain_default in ("", *plain_choices):
            default, choices = plain_default, plain_choices
    return default, None, None, choices


def _split_combo(text: str, *, values_may_be_keywords: bool) -> tuple[str, tuple[str, ...]]:
    default: list[str] | None = None
    choices: list[list[str]] = []
    current: list[str] | None = None
    for word in re.split("[ \t]+", text):
        is_value = values_may_be_keywords and current == []
        if word == "var" and not is_value:
            choices.append(current := [])
        elif word == "default" and default is None and not is_value:
            default = current = []
        elif current is not None:
            current.append(word)
    return _not_empty(" ".join(default or ())), tuple(_not_empty(" ".join(each)) for each in choices)


def _not_empty(text: str) -> str:
    return "" if text == _EMPTY else text
