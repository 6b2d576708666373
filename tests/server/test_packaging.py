"""The unit of systemd and the container start the server with options that it has."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from typer.main import get_command

from komadai.cli.main import app

PACKAGING = Path(__file__).parents[2] / "packaging"


def command_of_unit() -> list[str]:
    found = re.search(r"^ExecStart=(.+)$", (PACKAGING / "komadai.service").read_text(), re.M)
    assert found
    return shlex.split(found[1])


def command_of_container() -> list[str]:
    found = re.search(r"^CMD (\[.+\])$", (PACKAGING / "Containerfile").read_text(), re.M)
    assert found
    command: list[str] = json.loads(found[1])
    return command


@pytest.mark.parametrize("command", [command_of_unit(), command_of_container()])
def test_the_command_that_starts_the_server_can_be_read(command: list[str]) -> None:
    program, name, *arguments = command
    assert Path(program).name == "komadai"
    group = get_command(app)
    serve = group.commands[name]  # type: ignore[attr-defined]
    context = serve.make_context(name, arguments)
    assert context.params["no_browser"] is True
    assert context.params["port"] == 8123
    assert context.params["data_dir"]


def test_the_container_is_healthy_while_healthz_answers() -> None:
    assert "/healthz" in (PACKAGING / "Containerfile").read_text()
