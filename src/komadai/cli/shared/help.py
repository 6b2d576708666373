"""Help pages and messages about wrong arguments, in both languages.

Typer's help pages contain Python types, and its errors use the words of its validation library. These classes
read the same declarations (names, metavars, ranges, defaults) and write plain help and errors in both
languages.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from enum import Enum
from typing import Any, Final, get_args, get_origin, get_type_hints

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from typer.core import TyperCommand, TyperGroup

from komadai.cli.shared import usage_texts
from komadai.cli.shared.console import NAME
from komadai.cli.shared.language import OPTION as LANGUAGE_OPTION
from komadai.cli.shared.language import Language, current_language, localized
from komadai.errors import KomadaiError

_USAGE_ERROR: Final[Any] = typer.BadParameter.__mro__[1]
"""Click's UsageError. Newer versions of Typer contain a copy of Click."""
_SUPERFLUOUS: Final = re.compile(r"Got unexpected extra argument(?:s|\(s\))? \((.*)\)", re.DOTALL)
_WIDEST: Final = 110
"""Columns of a help page. Longer lines are hard to read."""


class UnknownCommandError(KomadaiError):
    """The command line names a command that does not exist."""


class Command(TyperCommand):
    """A command with our help page."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Parses the arguments. Adds the command to errors; Click leaves it out of some."""
        try:
            return super().parse_args(ctx, args)
        except _USAGE_ERROR as error:
            error.ctx = error.ctx or ctx
            raise

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Writes the help page."""
        formatter.write(_page(self, ctx))


class DeferredCommand(Command):
    """A command whose options are not made before they are needed."""

    _made: Any = None

    @staticmethod
    def function() -> Callable[..., None]:
        """The function of the command, with its options as its signature."""
        raise NotImplementedError

    @property
    def params(self) -> list[Any]:
        """The arguments and options."""
        self._make()
        found: list[Any] = self._made.params
        return found

    @params.setter
    def params(self, _: object) -> None:
        """Nothing: the registered function has no options."""

    def invoke(self, ctx: Any) -> Any:
        """Calls the function."""
        self._make()
        return super().invoke(ctx)

    def _make(self) -> None:
        if self._made is None:
            only = typer.Typer(add_completion=False)
            only.command(cls=Command)(self.function())
            self._made = typer.main.get_command(only)
            self.callback: Callable[..., Any] | None = self._made.callback


class Group(TyperGroup):
    """A group of commands with our help page."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Writes the help page."""
        formatter.write(_page(self, ctx))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first argument names. Raises UnknownCommandError."""
        name = args[0]
        if not ctx.resilient_parsing and not name.startswith("-") and self.get_command(ctx, name) is None:
            raise UnknownCommandError(
                usage_texts.unknown_command(ctx.command_path, name, self.list_commands(ctx))
            )
        return super().resolve_command(ctx, args)


def _page(command: Any, ctx: Any) -> str:
    console = Console(highlight=False)
    console.width = min(console.width, _WIDEST)
    parameters = [each for each in command.get_params(ctx) if not getattr(each, "hidden", False)]
    arguments = [each for each in parameters if each.param_type_name == "argument"]
    options = [each for each in parameters if each.param_type_name == "option"]
    with console.capture() as capture:
        console.print(Text(_usage(command, ctx, arguments), "bold"))
        if command.help:
            console.print()
            for paragraph in inspect.cleandoc(command.help).split("\n\n"):
                line = _joined(paragraph)
                console.print(Padding(Text.from_markup(line), (0, 0, 1, 2)))
        if isinstance(command, TyperGroup):
            _section(
                console, localized("Commands", "コマンド"), list(map(_command_row, _listed(command, ctx)))
            )
        _section(console, localized("Arguments", "引数"), [_row(each, command) for each in arguments])
        rows = [_row(each, command) for each in options if each.name != "help"]
        _section(console, localized("Options", "オプション"), [*rows, *_common_rows()])
    return "".join(f"{line.rstrip()}\n" for line in capture.get().rstrip().split("\n"))


def _usage(command: Any, ctx: Any, arguments: list[Any]) -> str:
    if isinstance(command, TyperGroup):
        words = [localized("COMMAND", "コマンド"), "…"]
    else:
        names = [_metavar(each) for each in arguments]
        words = [f"[{localized('OPTIONS', 'オプション')}]"]
        words += [
            name if each.required or name.startswith("[") else f"[{name}]"
            for each, name in zip(arguments, names, strict=True)
        ]
    return f"{localized('Usage:', '使い方：')} {ctx.command_path} {' '.join(words)}"


def _listed(group: Any, ctx: Any) -> list[Any]:
    commands = (group.get_command(ctx, name) for name in group.list_commands(ctx))
    return [each for each in commands if each is not None and not each.hidden]


def _command_row(command: Any) -> tuple[str, str]:
    return command.name, _joined(inspect.cleandoc(command.help or "").split("\n\n")[0])


def _joined(paragraph: str) -> str:
    """A paragraph on one line: its line breaks are those of the source. Japanese has no space there."""
    if current_language() is not Language.JA:
        return re.sub(r"\s*\n\s*", " ", paragraph)
    return re.sub(r"(?<=[!-~])\s*\n\s*(?=[!-~])", " ", paragraph).replace("\n", "")


def _section(console: Console, title: str, rows: list[tuple[str, str]]) -> None:
    if not rows:
        return
    table = Table.grid(padding=(0, 2))
    table.add_column(style=f"bold {NAME}", ratio=2, overflow="fold")
    table.add_column(ratio=5, overflow="fold")
    for name, text in rows:
        table.add_row(Text(name), Text.from_markup(text))
    console.print(Text(title, "bold"))
    console.print(Padding(table, (0, 0, 1, 2)))


def _row(parameter: Any, command: Any) -> tuple[str, str]:
    if parameter.param_type_name == "argument":
        name = _metavar(parameter)
    else:
        opts = sorted(parameter.opts, key=len)  # the short name first
        name = ", ".join([*opts, *parameter.secondary_opts])
        if not parameter.is_flag:
            name += f" {_metavar(parameter)}"
    remarks = [each for each in (_range(parameter, command), _default(parameter, command)) if each]
    if parameter.required and parameter.param_type_name == "option":
        remarks.append(localized("required", "必須"))
    text = parameter.help or ""
    if remarks:
        text += localized(f" ({'; '.join(remarks)})", f"（{'、'.join(remarks)}）")
    return name, text


def _common_rows() -> list[tuple[str, str]]:
    return [
        (
            f"{LANGUAGE_OPTION} LANGUAGE",
            localized(
                "en or ja; the system's language if left out.",
                "表示する言語（en、ja）。省略時はシステムの言語。",
            ),
        ),
        ("-h, --help", localized("Show this page.", "この説明を表示する。")),
    ]


def _metavar(parameter: Any) -> str:
    metavar: str | None = parameter.metavar
    return metavar or str(parameter.name).upper().replace("_", "-")


def _declared(name: str, command: Any) -> tuple[Any, Any]:
    """The type and the Typer declaration of a parameter, from the signature of the command's function."""
    function = inspect.unwrap(command.callback) if command.callback else None
    hints = get_type_hints(function, include_extras=True) if function else {}
    hint = hints.get(name)
    if hint is None or not hasattr(hint, "__metadata__"):
        return None, None
    return get_args(hint)[0], hint.__metadata__[0]


def _range(parameter: Any, command: Any, *, refused: bool = False) -> str:
    """The limits of a number; in a help text without a minimum of 0 or 1, which everybody expects."""
    _, declared = _declared(parameter.name, command)
    minimum: float | None = getattr(declared, "min", None)
    maximum: float | None = getattr(declared, "max", None)
    if maximum is None and minimum in (0, 1) and not refused:
        return ""
    return usage_texts.limits(minimum, maximum)


def _default(parameter: Any, command: Any) -> str:
    _, declared = _declared(parameter.name, command)
    value = parameter.default
    if value is None or value is False or value == "" or callable(value) or parameter.required:
        return ""
    if getattr(declared, "show_default", True) is False or repr(value).startswith("Sentinel"):
        return ""
    if value is True:
        value = parameter.opts[0]
    shown = value.value if isinstance(value, Enum) else value
    return localized(f"default: {shown}", f"既定値：{shown}")


def usage_error_text(error: Any) -> str:
    """The error text for a command line that Typer refused: the place, and what was expected."""
    kind = type(error).__name__
    context = getattr(error, "ctx", None)
    command = getattr(context, "command", None)
    if kind == "MissingParameter" and error.param is not None:
        return _missing(error.param, context)
    if kind == "NoSuchOption":
        return _no_such_option(error, context)
    if kind == "BadOptionUsage":
        return _bad_option_usage(error, command)
    if kind == "BadParameter":
        if error.param is not None:
            return _bad_value(error, command)
        hint = error.param_hint
        return f"{hint}: {error.message}" if hint else str(error.message)
    text = str(error.format_message())
    if context is not None and (found := _SUPERFLUOUS.fullmatch(text)):
        return usage_texts.superfluous(context.command_path, found[1])
    return text


def _missing(parameter: Any, context: Any) -> str:
    name = (
        parameter.opts[0]
        if parameter.param_type_name == "option"
        else _metavar(parameter).removesuffix("...")
    )
    return usage_texts.missing(context.command_path if context is not None else "komadai", name)


def _no_such_option(error: Any, context: Any) -> str:
    if error.option_name[1:2].isdecimal() and (text := _negative_number(context)):
        return text
    path = context.command_path if context is not None else "komadai"
    return usage_texts.unknown_option(path, error.option_name, error.possibilities or ())


def _negative_number(context: Any) -> str | None:
    """The error for a negative number, which Typer takes for an option; None if no argument is a number."""
    command = getattr(context, "command", None)
    for each in getattr(command, "params", ()):
        type_, _ = _declared(each.name, command)
        if each.param_type_name == "argument" and {int, float} & {type_, *get_args(type_)}:
            name, expected = _metavar(each).removesuffix("..."), _expected(type_, _range(each, command))
            return usage_texts.wrong_value(name, expected)
    return None


def _bad_option_usage(error: Any, command: Any) -> str:
    for each in getattr(command, "params", ()):
        if error.option_name in (*each.opts, *each.secondary_opts):
            if getattr(each, "is_flag", False):
                return usage_texts.takes_no_value(error.option_name)
            return usage_texts.value_missing(error.option_name, _metavar(each))
    return str(error.format_message())


def _bad_value(error: Any, command: Any) -> str:
    parameter = error.param
    is_option = parameter.param_type_name == "option"
    name = max(parameter.opts, key=len) if is_option else _metavar(parameter).removesuffix("...")
    type_, _ = _declared(parameter.name, command)
    expected = _expected(type_, _range(parameter, command, refused=True))
    if not expected:
        return f"{name}: {error.message}"
    return usage_texts.wrong_value(name, expected, _given(error))


def _expected(type_: Any, limits: str) -> str:
    kinds = [type_, *get_args(type_)]
    for each in kinds:
        if get_origin(each) is tuple:
            count = len(get_args(each))
            return localized(f"{count} numbers", f"数{count}個")
        if isinstance(each, type) and issubclass(each, Enum):
            return localized("one of ", "") + localized(", ", "、").join(str(value.value) for value in each)
    if int in kinds:
        return usage_texts.whole_number(limits)
    if float in kinds:
        return localized(f"a number {limits}", f"{limits}の数" if limits else "数").strip()
    return ""


def _given(error: Any) -> str | None:
    """The refused text, from the error of Typer's validation; None if it does not contain it."""
    errors = getattr(error.__cause__, "errors", None)
    if not callable(errors):
        return None
    first = (errors() or [{}])[0].get("input")
    return first if isinstance(first, str) else None


def typer_app(help: str) -> typer.Typer:
    """A group of commands that prints its help page if none of them is named."""
    return typer.Typer(
        cls=Group,
        help=help,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
