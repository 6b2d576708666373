"""``komadai completion``: completion of commands, options and values in bash, zsh, fish and PowerShell."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Final

from komadai.cli.completion_values import offer_values
from komadai.cli.shared.language import japanese_help
from komadai.cli.shared.options import argument

VARIABLE: Final = "_KOMADAI_COMPLETE"
"""The environment variable by which a shell's script asks for completions."""


class Shell(StrEnum):
    """The shells."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"
    POWERSHELL = "powershell"


@japanese_help("""例：[b]komadai completion bash > ~/.local/share/bash-completion/completions/komadai[/]""")
def completion(
    shell: Annotated[
        Shell,
        argument("bash, zsh, fish or powershell.", "bash、zsh、fish、powershell のどれか。", metavar="SHELL"),
    ],
) -> None:
    """Example: [b]komadai completion bash > ~/.local/share/bash-completion/completions/komadai[/]"""
    from typer import completion as typer_completion

    script: Any = typer_completion
    print(script.get_completion_script(prog_name="komadai", complete_var=VARIABLE, shell=shell.value))


def prepare(commands: Any) -> None:
    """Makes Typer answer the requests of the shells' scripts. ``commands`` is the whole command line."""
    from typer import completion as typer_completion

    script: Any = typer_completion
    script.completion_init()
    offer_values(commands)
