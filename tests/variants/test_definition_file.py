"""A mistake in a definition is reported with its line and the reason; options change what they name."""

import random
from pathlib import Path

import pytest

from komadai.errors import VariantError
from komadai.variants import NAMES, Board, Variant
from komadai.variants.definition import description
from komadai.variants.definition_file import MAX_BYTES
from komadai.variants.variant import check_definition

TINY = """\
name = "tiny"
names = { en = "Tiny", ja = "小" }

[board]
files = 3
ranks = 4
zone = 1

[rules]
promotion = "zone"
drops = true

[[piece]]
id = "K"
name = "King"
betza = "K"
royal = true

[[piece]]
id = "P"
name = "Pawn"
betza = "fW"
promotes_to = "+P"

[[piece]]
id = "+P"
name = "Tokin"
betza = "WfF"

[setup]
sfen = "1k1/1p1/1P1/1K1 b - 1"

[[option]]
name = "try"
default = "no"
[[option.value]]
name = "no"
who = "club A"
[[option.value]]
name = "yes"
who = "club B"
set = { "rules.try" = "safe", "piece.P.betza" = "fWsW" }
"""

LEAPS = "".join(f"({small},{large})" for small in range(1, 8) for large in range(small + 1, 9))


def test_a_definition_is_read() -> None:
    variant = Variant.parse(TINY)
    assert (variant.files, variant.ranks, variant.zone) == (3, 4, 1)
    assert [kind.id for kind in variant.kinds] == ["K", "P", "+P"]
    assert sorted(move.usi() for move in Board(variant).legal_moves) == [
        "2c2b",
        "2d1c",
        "2d1d",
        "2d3c",
        "2d3d",
    ]


def test_positions_and_moves_may_be_written_with_the_alias_of_a_piece() -> None:
    """As lishogi writes dobutsu."""
    board = Board("dobutsu", "rkb/1p1/1P1/BKR b Pp 1")
    assert board.sfen() == "gle/1c1/1C1/ELG b Cc 1"
    assert board.push_usi("P*1b").usi() == "C*1b"
    for alias, reason in (
        ("K", "piece P: alias: another piece is already written K"),
        ("p", "the id of a piece is one to five capital letters"),
    ):
        with pytest.raises(VariantError) as caught:
            Variant.parse(TINY.replace("promotes_to =", f'alias = "{alias}"\npromotes_to ='))
        assert reason in str(caught.value)
        assert caught.value.line == 23


def test_a_variant_without_names_has_its_own_in_both_languages() -> None:
    plain = Variant.parse(TINY.replace('names = { en = "Tiny", ja = "小" }\n', ""))
    assert plain.names == {"en": "tiny", "ja": "tiny"}
    english = Variant.parse(TINY.replace(', ja = "小"', ""))
    assert english.names == {"en": "Tiny", "ja": "Tiny"}
    assert "<title>tiny</title>" in Board(plain).svg()


def test_an_option_changes_rules_and_pieces() -> None:
    assert Variant.parse(TINY).rules.try_rule == "none"
    variant = Variant.parse(TINY, {"try": "yes"})
    assert variant.rules.try_rule == "safe"
    assert variant.pieces["P"].betza == "fWsW"
    assert variant.chosen == (("try", "yes"),)
    assert variant != Variant.parse(TINY)


def test_the_texts_of_an_option_may_be_in_both_languages() -> None:
    both = TINY.replace('who = "club B"', 'who = { en = "club B", ja = "皆" }').replace(
        'default = "no"', 'default = "no"\nabout = { en = "The try rule", ja = "トライ" }'
    )
    (option,) = Variant.parse(both).options
    assert (option.about, option.about_ja) == ("The try rule", "トライ")
    assert (option.values[1].who, option.values[1].who_ja) == ("club B", "皆")
    assert (option.values[0].who, option.values[0].who_ja) == ("club A", "")
    conflict = '[[conflict]]\nabout = { en = "Tries", ja = "トライ" }\nchoice = "None."'
    (found,) = Variant.parse(TINY + conflict).conflicts
    assert (found.about, found.about_ja) == ("Tries", "トライ")
    assert (found.choice, found.choice_ja) == ("None.", "")


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('who = "club B"', 'who = { ja = "皆" }', 41, "is missing"),
        ("[board]", "[board", 4, "no TOML"),
        ("zone = 1", "zone = 1\nzone = 2", 8, "no TOML"),
        ("files = 3", "files = " + "9" * 5000, 5, "no TOML: a number of thousands of digits"),
        (
            "[board]",
            "a = " + "[\n" * 3000 + "]" * 3000,
            3003,
            "no TOML: a number of thousands of digits, or brackets nested",
        ),
        ('name = "tiny"', 'name = "../tiny"', 1, "name: expected up to 40 small letters and digits"),
        ('name = "tiny"', 'name = "tiny\\n"', 1, "with hyphens between words, got 'tiny\\n'"),
        ('name = "tiny"', 'name = ""', 1, "with hyphens between words, got ''"),
        ("drops = true", "repetition.count = 1", 11, "count: expected 0 (repetition does not matter) or"),
        ("1k1/1p1/1P1/1K1", "3/1p1/1P1/1K1", 31, "setup: White has no royal piece"),
        ("1k1/1p1/1P1/1K1", "3/1p1/1P1/3", 31, "setup: Black has no royal piece"),
        ("1k1/1p1/1P1/1K1", "1k1/1P1/1p1/1K1", 31, "Black, who moves first, can take the royal piece on 2a"),
        ('betza = "fW"', f'betza = "{LEAPS}"', 22, "P: too many different leaps"),
        ("files = 3", "files = 0x" + "f" * 5000, 5, "board: files: expected a number from 1 to 36, got …"),
        ("files = 3", "files = 37", 5, "board: files: expected a number from 1 to 36, got 37"),
        ("files = 3", 'files = "3"', 5, "board: files: expected a whole number, got '3'"),
        ("files = 3", "files = 2026-11-26", 5, "board: files: expected a whole number"),
        ("ranks = 4\n", "", 4, "board: ranks is missing"),
        ('name = "tiny"', "name." + "a." * 3000 + "a = 1", None, "file: name: expected a text, got {'a': {"),
        ('promotion = "zone"', 'promotion = "zones"', 10, "rules: promotion: expected one of none, zone"),
        ("drops = true", "drops = 1", 11, "rules: drops: expected true or false, got 1"),
        ("drops = true", "drop = true", 11, "rules: unknown key drop"),
        ('betza = "fW"', 'betza = "fX"', 22, "piece P: betza: unknown atom X (character 2 of 'fX')"),
        ('betza = "fW"', 'betza = "llF"', 22, "piece P: betza: ll: this atom has no such direction here"),
        ('betza = "fW"\n', "", 19, "piece P: betza is missing"),
        ('id = "+P"', 'id = "P"', 26, "piece P is defined twice"),
        ('id = "+P"', 'id = "p"', 26, "the id of a piece is one to five capital letters"),
        ('id = "+P"', 'id = "+T"', 23, "piece P: there is no piece +P that it could become"),
        ('promotes_to = "+P"', 'promotes_to = "P"', 23, "piece P promotes to itself"),
        ('promotes_to = "+P"\n', "", 25, "piece +P: no piece has it as promotes_to"),
        ("royal = true", 'royal = true\npromotes_to = "P"', 18, "piece K: a royal piece cannot become P"),
        ("royal = true\n", "", 13, "no piece has royal = true"),
        ("1k1/1p1", "k2/1p1", 31, "setup: the piece on 2d has no counterpart on 2a"),
        ("1k1/1p1", "1k1/1x1", 31, "setup: board, rank 2: expected a piece, a number or /, got x1"),
        ("1k1/1p1", "1k2/1p1", 31, "setup: board, rank 1: has more than 3 squares"),
        ('default = "no"', 'default = "maybe"', 35, "default: expected one of no, yes, got maybe"),
        ('"piece.P.betza"', '"piece.X.betza"', 42, "there is no piece X"),
        ('"piece.P.betza"', '"piece.P.beta"', 42, "piece P: unknown key beta"),
        ('"piece.P.betza" = "fWsW"', '"piece.P.betza" = "fQsX"', 42, "piece P: betza: unknown atom X"),
        ('"rules.try"', '"name.try"', 42, "an option sets keys of board, rules, setup or a piece"),
        ('"rules.try"', '"rules.drops.try"', 42, "an option sets keys of board, rules, setup or a piece"),
        ('"rules.try"', '"zone"', 42, "an option sets keys of board, rules, setup or a piece"),
    ],
)
def test_a_mistake_is_reported_with_its_line(old: str, new: str, line: int | None, reason: str) -> None:
    assert old in TINY
    with pytest.raises(VariantError) as caught:
        Variant.parse(TINY.replace(old, new), {"try": "yes"} if line == 42 else None)
    assert reason in str(caught.value)
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("more", "line", "reason"),
    [
        ('[[option]]\nname = "a"\ndefault = "x"\nvalue = [1]\n', 46, "expected tables [[option.value]]"),
        ('[[option]]\nname = "try"\ndefault = "x"\nvalue = [{ name = "x" }]\n', 43, "option try is defined"),
        ('[[option]]\nname = "a"\ndefault = "x"\nvalue = []\n', 45, "default: expected one of –, got x"),
        (
            '[[option]]\nname = "a"\ndefault = "x"\nvalue = [' + '{ name = "x" },' * 100 + "]\n",
            33,
            "expected at most 64 values of options, got 102",
        ),
        (
            "".join(f'[[piece]]\nid = "A{n}"\nname = "A"\nbetza = "W"\n' for n in range(70)),
            11,
            "expected at most 64 kinds of pieces that can be in hand, got 71",
        ),
        ('[[piece]]\nid = "S"\nname = "S"\nbetza = "W"\npromotes_to = "+G"\n'
         '[[piece]]\nid = "T"\nname = "T"\nbetza = "W"\npromotes_to = "+G"\n'
         '[[piece]]\nid = "+G"\nname = "G"\nbetza = "W"\n', 54, "S, T promote to it; hand must say"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_further_table_is_reported_with_its_line(more: str, line: int, reason: str) -> None:
    with pytest.raises(VariantError) as caught:
        Variant.parse(TINY + more)
    assert reason in str(caught.value)
    assert caught.value.line == line


def test_a_captured_promoted_piece_returns_to_its_own_letters_where_several_promote_to_it() -> None:
    variant = Variant.parse(
        TINY.replace("[setup]", '[[piece]]\nid = "S"\nname = "S"\nbetza = "F"\npromotes_to = "+P"\n[setup]')
    )
    kinds = description(variant)["kinds"]
    assert isinstance(kinds, list)
    assert kinds[2]["id"] == "+P"
    assert kinds[kinds[2]["hand"]]["id"] == "P"


def test_a_check_tries_every_value_of_every_option(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TINY.replace('"rules.try" = "safe"', '"rules.try" = "brave"'), "utf-8")
    Variant.load(path)
    with pytest.raises(VariantError, match=r"mine\.toml, line 42: rules: try: expected one of none"):
        check_definition(path)
    path.write_text(TINY, "utf-8")
    assert check_definition(path) == Variant.load(path)


def test_unknown_names_options_and_values_are_refused() -> None:
    with pytest.raises(VariantError, match=r"no variant is named go; known are shogi, goro-goro"):
        Board("go")
    with pytest.raises(VariantError, match=r"no option is named rule; this variant has rules"):
        Variant.named("chu", rule="jcsa")
    with pytest.raises(VariantError, match=r"option rules: expected one of lishogi, jcsa, got fide"):
        Variant.named("chu", rules="fide")


def test_a_file_names_itself_in_its_errors(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TINY.replace('betza = "fW"', 'betza = "f"'), "utf-8")
    with pytest.raises(VariantError, match=r"mine\.toml, line 22: piece P: betza: expected an atom"):
        Variant.load(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(VariantError, match=r"mine\.toml: expected UTF-8, byte 0 is not"):
        Variant.load(path)
    path.write_text(TINY, "utf-16")
    with pytest.raises(VariantError, match="expected UTF-8"):
        Variant.load(path)
    path.write_text(TINY.replace("Tiny", "Ti\0ny"), "utf-8")
    with pytest.raises(VariantError, match=r"mine\.toml, line 2: no TOML: Illegal character"):
        Variant.load(path)
    path.write_bytes(b" " * (MAX_BYTES + 1))
    with pytest.raises(VariantError, match="a definition file has at most"):
        Variant.load(path)
    with pytest.raises(FileNotFoundError):
        Variant.load(tmp_path / "other.toml")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_files_of_every_editor_are_read(tmp_path: Path, encoding: str, newline: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TINY, encoding, newline=newline)
    assert Variant.load(path) == Variant.parse(TINY)


def test_untrusted_files_cannot_take_long_or_much_memory() -> None:
    pieces = "".join(
        f'[[piece]]\nid = "A{n}"\nname = "a"\nbetza = "[Q?Q?Q][Q2?Q2?Q2][Q3?Q3?Q3]"\n' for n in range(900)
    )
    with pytest.raises(VariantError, match="the pieces have more than 100000 moves"):
        Variant.parse(
            TINY.replace("[setup]", pieces[: MAX_BYTES // 2].rpartition("[[piece]]")[0] + "[setup]")
        )
    with pytest.raises(VariantError, match="no TOML"):
        Variant.parse("a = " + "[" * 100_000)


def test_a_damaged_file_is_read_or_refused_with_a_reason() -> None:
    rng = random.Random(32)
    pieces = [
        "=",
        "[",
        "]",
        '"',
        "{",
        "}",
        ".",
        "\n",
        "1",
        "-",
        "x",
        "+",
        "set",
        "[[piece]]",
        "[rules]\n",
        "true",
        "0",
    ]
    refused = 0
    for _ in range(2000):
        start = rng.randrange(len(TINY))
        end = start + rng.choice([0, 0, 1, 3, 20])
        try:
            Variant.parse(TINY[:start] + rng.choice(pieces) + TINY[end:], {"try": rng.choice(["no", "yes"])})
        except VariantError:
            refused += 1
    assert 1000 < refused < 2000


@pytest.mark.parametrize("name", NAMES)
def test_every_variant_has_texts_in_both_languages(name: str) -> None:
    variant = Variant.named(name)
    assert variant.name == name
    for texts in (variant.names, variant.summary, variant.history):
        assert texts["en"]
        assert texts["ja"]
    assert variant.names["romaji"]
    assert variant.sources
    assert all(kind.face for kind in variant.kinds)
    for option in variant.options:
        for value in option.values:
            assert value.who
            Board(Variant.named(name, **{option.name: value.name}))


@pytest.mark.parametrize("name", NAMES)
def test_every_text_that_is_shown_exists_in_both_languages(name: str) -> None:
    variant = Variant.named(name)
    for texts in (variant.names, variant.summary, variant.history):
        assert texts["en"]
        assert texts["ja"]
    for kind in variant.kinds:
        assert kind.name
        assert kind.kanji, kind.id
        assert bool(kind.note) == bool(kind.note_ja), f"{kind.id}: {kind.note}"
    for option in variant.options:
        assert option.about
        assert option.about_ja, option.name
        for value in option.values:
            assert value.who
            assert value.who_ja, f"{option.name} {value.name}"
            assert value.label
            assert value.label_ja, f"{option.name} {value.name}"
    for conflict in variant.conflicts:
        assert conflict.about_ja, conflict.about
        assert conflict.choice_ja, conflict.choice
