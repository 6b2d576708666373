"""The messages for a command line that cannot be read: they name the place and what was expected there."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from komadai.cli.shared.language import localized


def unknown_command(path: str, name: str, names: Sequence[str]) -> str:
    """``path`` is the program or the group, ``names`` are its commands."""
    close = get_close_matches(name, names)
    return localized(
        f"{path} has no command {name}; "
        + (f"did you mean {' or '.join(close)}?" if close else f"expected one of {', '.join(names)}"),
        f"{path} に {name} というコマンドはありません"
        + (f"（{'、'.join(close)}？）" if close else f"。使えるもの：{'、'.join(names)}"),
    )


def unknown_option(path: str, option: str, close: Sequence[str]) -> str:
    """``close`` are options that look like it."""
    text = localized(f"{path} has no option {option}", f"{path} に {option} というオプションはありません")
    if close:
        names = ", ".join(sorted(close))
        text += localized(f"; did you mean {names}?", f"（{names}？）")
    return text


def missing(path: str, name: str) -> str:
    """An argument or a required option that is not there."""
    return localized(
        f"{name} is missing; {path} --help explains it",
        f"{name} を指定してください（{path} --help に説明があります）",
    )


def superfluous(path: str, given: str) -> str:
    """Arguments after the last one that the command takes."""
    return localized(
        f"{path}: unexpected argument {given!r}", f"{path}：余分な引数があります（入力：{given!r}）"
    )


def wrong_value(name: str, expected: str, given: str | None = None) -> str:
    """A value that cannot be read, or is out of range; None: it is not known."""
    if given is None:
        return localized(f"{name}: expected {expected}", f"{name}：{expected}を指定してください")
    return localized(
        f"{name}: expected {expected}, got {given!r}",
        f"{name}：{expected}を指定してください（入力：{given!r}）",
    )


def value_missing(option: str, metavar: str) -> str:
    """An option at the end of the line without its value."""
    return localized(f"{option}: expected {metavar} after it", f"{option} の後に {metavar} が必要です")


def takes_no_value(option: str) -> str:
    """``--flag=value``."""
    return localized(f"{option} takes no value", f"{option} に値は付けられません")


def limits(minimum: float | None, maximum: float | None) -> str:
    """The range of a number in words; empty without limits."""
    if maximum is None:
        return "" if minimum is None else localized(f"at least {minimum:,.15g}", f"{minimum:,.15g}以上")
    if minimum is None:
        return localized(f"at most {maximum:,.15g}", f"{maximum:,.15g}以下")
    return localized(f"from {minimum:,.15g} to {maximum:,.15g}", f"{minimum:,.15g}〜{maximum:,.15g}")


def whole_number(limits: str) -> str:
    """Says that a number without a fraction is expected."""
    return localized(f"a whole number {limits}", f"{limits}の整数" if limits else "整数").strip()
