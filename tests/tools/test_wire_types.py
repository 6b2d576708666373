"""The TypeScript types of the page are those that the server's types give."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import wire_types

from komadai.score import DEFAULT_WIN_RATE


def test_the_committed_file_is_what_the_tool_writes() -> None:
    assert wire_types.FILE.read_text("utf-8") == wire_types.Generator().text(), (
        "the wire types changed: run python tools/wire_types.py"
    )


def test_every_socket_message_is_described_in_the_document() -> None:
    document = (Path(__file__).parents[2] / "docs" / "wire.md").read_text("utf-8")
    for struct in wire_types.Generator().structs:
        tag = struct.__struct_config__.tag  # type: ignore[attr-defined]
        if tag is not None:
            assert f'"type": "{tag}"' in document, f"docs/wire.md lacks the message {tag}"
            for field in struct.__struct_fields__:  # type: ignore[attr-defined]
                assert f'"{field}"' in document, f"docs/wire.md lacks {tag}.{field}"


def test_the_page_has_the_default_win_rate_model() -> None:
    # The page's formula has no draw margin.
    assert DEFAULT_WIN_RATE.draw_margin == 0
    assert "export const WIN_RATE_SCALE = 600;" in wire_types.FILE.read_text("utf-8")
    assert DEFAULT_WIN_RATE.scale == 600
