"""A generation of a network from a configuration: generate, fit, quantize, verify, match, report.

The steps are the jobs of a queue in the folder of the run, so each can be stopped at any moment and goes on
later. The configuration is a TOML file::

    [generate]          # as a job of the kind generate
    games = 1000
    [fit]               # as a job of the kind fit; data are files beside those of this run
    width = 64
    [match]             # as a job of the kind match
    games = 100
    against = "start"   # the network before the training, "generator", or a file
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from komadai.atomic_file import appearing
from komadai.training.job_queue.jobs import BUILT_IN, NETWORK_FILE, START_FILE
from komadai.training.job_queue.queue import Queue, QueueError
from komadai.training.job_queue.settings_table import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai.training.job_queue.jobs import Resources
    from komadai.training.job_queue.queue import QueuedJob

_TABLES: Final = ("generate", "fit", "match")
STEPS: Final = ("generate", "fit", "quantize", "verify", "match")
_POSITIONS: Final = "generate/positions.psv"
_NETWORK: Final = f"quantize/{NETWORK_FILE}"


def read_config(path: Path) -> dict[str, dict[str, Any]]:
    """The jobs of a configuration, by the names of the steps. Relative paths in it start from its folder.

    Raises ConfigError, OSError.
    """
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except UnicodeError as error:
        raise ConfigError(f"{path}: cannot be read: not UTF-8") from error
    except ValueError as error:
        raise ConfigError(f"{path}: {error}") from None
    for name in tables:
        if name not in _TABLES or not isinstance(tables[name], dict):
            raise ConfigError(f"{path}: expected the tables {', '.join(_TABLES)}, got {name!r}")
    base = path.resolve().parent

    def placed(name: Any) -> Any:
        return str(base / name) if isinstance(name, str) and name not in BUILT_IN else name

    generate, fit, match = (dict(tables.get(name, {})) for name in _TABLES)
    generate["evaluation"] = placed(generate.get("evaluation", ""))
    fit["data"] = [_POSITIONS, *map(placed, fit.get("data", []))]
    if fit.get("start"):
        fit["start"] = placed(fit["start"])
    licence = fit.pop("licence", "")
    for side in ("first", "second"):
        if side in match:
            raise ConfigError(f"{path}: match.{side}: the first side is the new network; see match.against")
    against = match.pop("against", "generator")
    evaluations = {"start": f"fit/{START_FILE}", "generator": generate["evaluation"]}
    second = evaluations[against] if against in evaluations else placed(against)
    return {
        "generate": {"kind": "generate", **generate},
        "fit": {"kind": "fit", **fit, "quantize": False},
        "quantize": {"kind": "quantize", "checkpoint": "fit/checkpoint.npz", "licence": licence},
        "verify": {"kind": "verify", "network": _NETWORK, "data": _POSITIONS},
        "match": {
            "kind": "match",
            "first": {"evaluation": _NETWORK},
            "second": {"evaluation": second},
            **match,
        },
    }


def run(
    config: Path,
    folder: Path,
    resources: Resources,
    on_progress: Callable[[QueuedJob], object] = lambda job: None,
) -> dict[str, Any]:
    """Does the steps that are not done and writes ``report.json`` and ``report.md``; returns the report.

    Raises ConfigError, QueueError if the folder has the run of another configuration or a step fails,
    QueueStopped, OSError.
    """
    queue = Queue(folder)
    known = {job.name: job for job in queue.jobs()}
    for name, table in read_config(config).items():
        text = json.dumps(table, indent=1) + "\n"
        if name not in known:
            queue.add_text(text, name, ".json", f"{config}: {name}")
        elif known[name].path.read_text(encoding="utf-8") != text:
            raise QueueError(f"{folder} has a run of another configuration ({name}); take another folder")
    queue.run(resources, on_progress)
    report = {job.name: job.report() for job in queue.jobs()}
    for file, text in (
        ("report.json", json.dumps(report, indent=1) + "\n"),
        ("report.md", _markdown(config.stem, report)),
    ):
        with appearing(folder / file, durable=True) as hidden:
            hidden.write_text(text, encoding="utf-8")
    return report


def _markdown(title: str, report: dict[str, dict[str, Any]]) -> str:
    lines = [f"# {title}", ""]
    for step in STEPS:
        lines += [f"## {step}", "", "| | |", "| --- | --- |"]
        lines += [f"| {key} | {_cell(value)} |" for key, value in report[step].items()]
        lines.append("")
    return "\n".join(lines)


def _cell(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {each}" for key, each in value.items())
    return f"{value:,}" if isinstance(value, int) else str(value)
