"""The revisions of the tables are those of Alembic's scripts, which most starts do not need."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from alembic.config import Config
from alembic.script import ScriptDirectory

import komadai.server.db as db
from komadai.server.db import revisions


def test_the_known_revisions_are_alembics() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(db.__file__).parent / "migrations"))
    script = ScriptDirectory.from_config(config)
    assert [each.revision for each in script.walk_revisions()] == revisions.KNOWN[::-1]
    assert script.get_current_head() == revisions.NEWEST


def test_a_database_with_the_newest_tables_is_opened_without_alembic(tmp_path: Path) -> None:
    opened = """
import asyncio, sys
from pathlib import Path
from komadai.server.app import create_app
from komadai.server.db.database import Database
async def main():
    database = await Database.open(None, Path(sys.argv[1]))
    await database.close()
asyncio.run(main())
print("alembic" in sys.modules)
"""
    command = [sys.executable, "-c", opened, str(tmp_path)]
    told = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert told == ["True\n", "False\n"]
