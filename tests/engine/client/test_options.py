"""The options of an engine: reported, checked and set."""

from __future__ import annotations

import pytest

from komadai.engine import EngineOption, OptionValue, UsiEngine
from komadai.errors import EngineUsageError
from tests.engine.client.fakes import with_engine


def test_the_handshake_gives_name_author_and_typed_options() -> None:
    async def body(engine: UsiEngine) -> None:
        assert (engine.name, engine.author) == ("Fake 1.0", "Nobody")
        options = engine.options
        size = options["USI_Hash"]
        assert (size.kind, size.default, size.minimum, size.maximum) == ("spin", 16, 1, 1024)
        assert options["USI_Ponder"].default is True
        assert options["Style"].choices == ("Solid", "Normal", "Wild attack")
        assert (options["Book File"].kind, options["Book File"].default) == ("filename", "")
        assert options["Nickname"].default == "type me"
        assert options["Clear Hash"].kind == "button"
        assert "Broken" not in options

    with_engine("none", body)


def test_an_option_is_checked_before_anything_is_sent() -> None:
    async def body(engine: UsiEngine) -> None:
        await engine.set_option("usi_hash", 64)
        await engine.set_option("Style", "wild attack")
        await engine.set_option("Clear Hash")
        await engine.set_option("Book File", "")
        refused: list[tuple[str, OptionValue, str]] = [
            ("USI_Hash", 0, "from 1 to 1024"),
            ("USI_Hash", "many", "from 1 to 1024"),
            ("USI_Hash", True, "from 1 to 1024"),
            ("USI_Ponder", "perhaps", "true or false"),
            ("Style", "Timid", "Solid, Normal, Wild attack"),
            ("Nickname", "a\nquit", "one line"),
            ("Nonsense", 1, "has no option"),
        ]
        for name, value, expected in refused:
            with pytest.raises(ValueError, match=expected):
                await engine.set_option(name, value)
        await engine.ready()
        sent = [each.text for each in engine.transcript if each.direction == ">" and "setoption" in each.text]
        assert sent == [
            "setoption name USI_Hash value 64",
            "setoption name Style value Wild attack",
            "setoption name Clear Hash",
            "setoption name Book File value <empty>",
        ]
        assert engine.settings == {"USI_Hash": 64, "Style": "Wild attack", "Book File": ""}

    with_engine("none", body)


@pytest.mark.parametrize(
    ("bounds", "expected"),
    [
        ("min 1", "of at least 1"),
        ("max 9", "of at most 9"),
        ("min 1 max 9", "from 1 to 9"),
        ("", "number, got"),
    ],
)
def test_an_error_names_the_bounds_that_there_are(bounds: str, expected: str) -> None:
    option = EngineOption.parse(f"option name Hash type spin default 5 {bounds}")
    with pytest.raises(
        EngineUsageError, match=f"expected a whole {'' if not bounds else 'number '}{expected}"
    ):
        option.check("many")


def test_several_options_are_set_all_or_none() -> None:
    async def body(engine: UsiEngine) -> None:
        with pytest.raises(EngineUsageError, match="from 1 to 1024"):
            await engine.configure({"Style": "Solid", "USI_Hash": 5000})
        assert engine.settings == {}
        await engine.configure({"Style": "Solid", "USI_Hash": "256", "USI_Ponder": "true"})
        assert engine.settings == {"Style": "Solid", "USI_Hash": 256, "USI_Ponder": True}
        sent = [each.text for each in engine.transcript if "setoption" in each.text and each.direction == ">"]
        assert len(sent) == 3

    with_engine("none", body)
