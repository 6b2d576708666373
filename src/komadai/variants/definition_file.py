"""Reads definitions of variants from TOML files. docs/variants.md describes the format."""

from __future__ import annotations

import re
import reprlib
import tomllib
from dataclasses import fields
from typing import Any

from komadai.enums import Color
from komadai.errors import VariantError
from komadai.variants.betza import BetzaError
from komadai.variants.definition import (
    Conflict,
    Definition,
    Option,
    OptionValue,
    PieceKind,
    Repetition,
    VariantRules,
)
from komadai.variants.toml_lines import TomlLines, line_named_in, line_of_excess

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from komadai._core import VariantBoard
    from komadai._core import VariantRules as NativeRules

MAX_BYTES = 500_000
MAX_SIDE = 36
MAX_KINDS = 999
MAX_OPTION_VALUES = 64
"""The values of all options together."""
MAX_PATHS = 100_000
"""The paths of all pieces together."""
MAX_HAND_KINDS = 64
"""As in cpp/variants/rules.h."""

_CHOICES = {
    "promotion": ("none", "zone", "enter", "enter-last", "capture", "always"),
    "promotion_forced": ("stuck", "always", "never", "promoted-capture"),
    "drop_faces": ("front", "either"),
    "check": ("answer", "ignore", "mate"),
    "no_moves": ("loss", "draw"),
    "try": ("none", "safe", "any"),
    "bare_king": ("none", "loss", "shatranj", "chu-lishogi", "chu-jcsa"),
    "lion": ("none", "lishogi", "jcsa"),
    "result": ("draw", "first-loses", "second-loses", "mover-loses"),
    "perpetual_check": ("none", "loss", "loss-if-any-check"),
    "promotes_by": ("none", "zone", "enter", "enter-last", "capture", "always"),
}
_TOML_TYPES = {str: "text", int: "number", bool: "flag", dict: "table", list: "list"}
_FLAGS = ("drops", "drop_stuck", "check_wins")
_ID = re.compile(r"\+?[A-Z][A-Z0-9]{0,4}")
_VARIANT_NAME = re.compile(r"(?=.{1,40}$)[a-z0-9]+(-[a-z0-9]+)*")


def parse_definition(text: str, options: Mapping[str, str] | None = None) -> Definition:
    """Reads the text of a definition file with these values of its options. Raises VariantError."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: not TOML, or a number of thousands of digits
        if not isinstance(error, tomllib.TOMLDecodeError):
            raise VariantError.with_code("variant-toml-excess").at_line(line_of_excess(text)) from None
        raise VariantError.with_code("variant-not-toml", reason=str(error)).at_line(
            line_named_in(str(error), text)
        ) from None
    lines = TomlLines(text)
    declared = _options(data, lines)
    chosen = _choose(declared, options or {})
    for i, option in enumerate(declared):
        for j, value in enumerate(option.values):
            if value.name == chosen[option.name]:
                for key, setting in value.set:
                    _apply(data, key, setting, lines, lines.find(f"option[{i}].value[{j}].set"))
    return _Definition(data, lines).variant(declared, tuple(sorted(chosen.items())))


def _options(data: dict[str, Any], lines: TomlLines) -> tuple[Option, ...]:
    tables = _tables(data, "option", lines)
    options = tuple(_Table(table, "option", f"option[{i}]", lines).option() for i, table in enumerate(tables))
    if (count := sum(len(option.values) for option in options)) > MAX_OPTION_VALUES:
        raise VariantError.with_code("variant-option-values", count=count, limit=MAX_OPTION_VALUES).at_line(
            lines.find("option[0]")
        )
    names = [option.name for option in options]
    for i, name in enumerate(names):
        if name in names[:i]:
            raise VariantError.with_code("variant-option-twice", name=name).at_line(
                lines.find(f"option[{i}]")
            )
    return options


def _choose(declared: tuple[Option, ...], wanted: Mapping[str, str]) -> dict[str, str]:
    chosen = {option.name: option.default for option in declared}
    for name, value in wanted.items():
        option = next((each for each in declared if each.name == name.replace("_", "-")), None)
        if option is None:
            raise VariantError.with_code("variant-no-option", name=name, known=", ".join(chosen) or "–")
        known = [each.name for each in option.values]
        if value not in known:
            raise VariantError.with_code(
                "variant-option-value", name=name, value=value, known=", ".join(known)
            )
        chosen[option.name] = value
    return chosen


def _name(text: str) -> str:
    """A name as a message shows it."""
    return text if text and len(text) <= 40 and text.isprintable() else reprlib.repr(text)


def _literal(value: object) -> str:
    """A value of the file as a message shows it; ``repr`` would fail for a deep table or a huge number."""
    if isinstance(value, int) and value.bit_length() > 128:
        return "…"
    return reprlib.repr(value)


def _apply(data: dict[str, Any], key: str, value: object, lines: TomlLines, line: int | None) -> None:
    """Sets ``rules.lion``, ``board.zone`` or ``piece.+K.betza``; ``line`` is that of the option's value."""
    section, _, rest = key.partition(".")
    if section == "piece":
        identity, _, rest = rest.rpartition(".")
        tables = _tables(data, "piece", lines)
        index = next((i for i, table in enumerate(tables) if table.get("id") == identity), None)
        if index is None:
            raise VariantError.with_code("variant-no-piece", name=_name(identity)).at_line(line)
        target, path = tables[index], f"piece[{index}]"
    elif section in ("board", "rules", "setup"):
        target, path = data.setdefault(section, {}), section
    else:
        raise VariantError.with_code("variant-option-sets", key=_name(key)).at_line(line)
    *between, name = rest.split(".")
    for each in between:
        target = target.setdefault(each, {}) if isinstance(target, dict) else None
    if not isinstance(target, dict) or not name or len(between) > 1:
        raise VariantError.with_code("variant-option-sets", key=_name(key)).at_line(line)
    target[name] = value
    lines.note(f"{path}.{rest}", line)


def _tables(data: dict[str, Any], name: str, lines: TomlLines, path: str = "") -> list[dict[str, Any]]:
    """The tables ``[[name]]``."""
    tables = data.get(name, [])
    if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
        arrays = re.sub(r"\[\d+\]", "", path + name)
        raise VariantError.with_code("variant-tables", name=arrays).at_line(lines.find(path + name))
    return tables


class _Table:
    """A table of the file, of which each key must be read."""

    def __init__(self, data: dict[str, Any], where: str, path: str, lines: TomlLines) -> None:
        self.data = data
        self.where = where
        self.path = path
        self.lines = lines
        self.read: set[str] = set()

    def fail(self, code: str, key: str, **params: object) -> VariantError:
        line = self.lines.find(f"{self.path}.{key}" if self.path else key)
        return VariantError.with_code(code, where=self.where, key=_name(key), **params).at_line(line)

    def get(self, key: str, kind: type, default: Any = None, *, required: bool = False) -> Any:
        self.read.add(key)
        if key not in self.data:
            if required:
                raise self.fail("variant-key-missing", key)
            return default
        value = self.data[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.fail("variant-key-type", key, toml_type=_TOML_TYPES[kind], value=_literal(value))
        return value

    def number(
        self, key: str, low: int, high: int, default: int | None = None, *, required: bool = False
    ) -> Any:
        value = self.get(key, int, default, required=required)
        if value is not None and not low <= value <= high:
            raise self.fail("variant-key-range", key, low=low, high=high, value=_literal(value))
        return value

    def choice(self, key: str, default: str | None, *, name: str = "") -> Any:
        value = self.get(key, str, default)
        known = _CHOICES[name or key]
        if value is not None and value not in known:
            raise self.fail("variant-key-choice", key, value=_name(value), known=", ".join(known))
        return value

    def texts(self, key: str) -> dict[str, str]:
        table = self.get(key, dict, {})
        for language, value in table.items():
            if not isinstance(value, str):
                raise self.fail(
                    "variant-key-type", f"{key}.{language}", toml_type="text", value=_literal(value)
                )
        return dict(table)

    def in_both_languages(self, key: str, *, required: bool = False) -> tuple[str, str]:
        """A text in English and in Japanese: ``{ en = "…", ja = "…" }``, or a text in English only."""
        if not isinstance(self.data.get(key), dict):
            return self.get(key, str, "", required=required), ""
        texts = self.texts(key)
        if "en" not in texts:
            raise self.fail("variant-key-missing", f"{key}.en")
        return texts["en"], texts.get("ja", "")

    def list_of_texts(self, key: str) -> tuple[str, ...]:
        values = self.get(key, list, [])
        if not all(isinstance(each, str) for each in values):
            raise self.fail("variant-key-type", key, toml_type="texts", value=_literal(values))
        return tuple(values)

    def done(self) -> None:
        unknown = sorted(self.data.keys() - self.read)
        if unknown:
            raise self.fail("variant-key-unknown", unknown[0], known=", ".join(sorted(self.read)))

    def option(self) -> Option:
        name = self.get("name", str, required=True)
        self.get("value", list, required=True)
        values = []
        for j, each in enumerate(_tables(self.data, "value", self.lines, f"{self.path}.")):
            table = _Table(each, f"option {_name(name)}", f"{self.path}.value[{j}]", self.lines)
            setting = table.get("set", dict, {})
            label, label_ja = table.in_both_languages("label")
            who, who_ja = table.in_both_languages("who")
            values.append(
                OptionValue(
                    name=table.get("name", str, required=True),
                    who=who,
                    set=tuple(setting.items()),
                    label=label,
                    label_ja=label_ja,
                    who_ja=who_ja,
                )
            )
            table.done()
        about, about_ja = self.in_both_languages("about")
        option = Option(name, about, self.get("default", str, required=True), tuple(values), about_ja)
        known = [each.name for each in values]
        if option.default not in known:
            raise self.fail(
                "variant-key-choice", "default", value=_name(option.default), known=", ".join(known) or "–"
            )
        self.done()
        return option


class _Definition:
    def __init__(self, data: dict[str, Any], lines: TomlLines) -> None:
        self.lines = lines
        self.top = _Table(data, "file", "", lines)
        self.indices: dict[str, int] = {}
        """The index of the ``[[piece]]`` table that describes each kind."""

    def variant(self, options: tuple[Option, ...], chosen: tuple[tuple[str, str], ...]) -> Definition:
        top = self.top
        for key in ("board", "rules", "setup", "piece", "option", "conflict"):
            top.read.add(key)
        board = _Table(top.get("board", dict, required=True), "board", "board", self.lines)
        files = board.number("files", 1, MAX_SIDE, required=True)
        ranks = board.number("ranks", 1, MAX_SIDE, required=True)
        zone = board.number("zone", 0, ranks, 0)
        board.done()
        setup = _Table(top.get("setup", dict, required=True), "setup", "setup", self.lines)
        sfen = setup.get("sfen", str, required=True)
        symmetric = setup.get("symmetric", bool, True)
        setup.done()
        rules = self.rules()
        kinds = self.kinds(rules)
        definition = Definition(
            name=self.name(),
            names=self.names(),
            files=files,
            ranks=ranks,
            zone=zone,
            rules=rules,
            kinds=kinds,
            sfen=sfen,
            history=top.texts("history"),
            summary=top.texts("summary"),
            sources=top.list_of_texts("sources"),
            options=options,
            chosen=chosen,
            conflicts=tuple(self.conflicts()),
        )
        top.done()
        self.check_setup(definition, symmetric=symmetric)
        return definition

    def name(self) -> str:
        """The name by which records and commands call the variant."""
        name = self.top.get("name", str, required=True)
        if not _VARIANT_NAME.fullmatch(name):
            raise self.top.fail("variant-name", "name", value=_name(name))
        return str(name)

    def names(self) -> dict[str, str]:
        """The names in each language: English if there is no other; the variant's own if there is none."""
        names = self.top.texts("names")
        english = names.get("en") or self.name()
        return {**names, "en": english, "ja": names.get("ja") or english}

    def rules(self) -> VariantRules:
        table = _Table(self.top.get("rules", dict, {}), "rules", "rules", self.lines)
        repetition = _Table(
            table.get("repetition", dict, {}), "rules.repetition", "rules.repetition", self.lines
        )
        default = VariantRules()
        rules = VariantRules(
            promotion=table.choice("promotion", default.promotion),
            promotion_forced=table.choice("promotion_forced", default.promotion_forced),
            drop_faces=table.choice("drop_faces", default.drop_faces),
            check=table.choice("check", default.check),
            no_moves=table.choice("no_moves", default.no_moves),
            try_rule=table.choice("try", default.try_rule),
            bare_king=table.choice("bare_king", default.bare_king),
            lion=table.choice("lion", default.lion),
            repetition=Repetition(
                repetition.number("count", 0, 100, 4),
                repetition.choice("result", "draw"),
                repetition.choice("perpetual_check", "none"),
            ),
            **{flag: table.get(flag, bool, getattr(default, flag)) for flag in _FLAGS},
        )
        if rules.repetition.count == 1:  # every position has occurred once
            raise repetition.fail("variant-repetition-once", "count")
        repetition.done()
        table.done()
        return rules

    def kinds(self, rules: VariantRules) -> tuple[PieceKind, ...]:
        tables = _tables(self.top.data, "piece", self.lines)
        if not 1 <= len(tables) <= MAX_KINDS:
            raise VariantError.with_code("variant-no-pieces", count=len(tables), limit=MAX_KINDS)
        kinds: dict[str, PieceKind] = {}
        paths = 0
        for i, data in enumerate(tables):
            kind = self.kind(data, i)
            if kind.id in kinds:
                raise VariantError.with_code("variant-piece-twice", id=kind.id).at_line(
                    self.lines.find(f"piece[{i}].id")
                )
            kinds[kind.id] = kind
            self.indices[kind.id] = i
            paths += len(kind.paths)
            if paths > MAX_PATHS:
                raise self.piece_error("variant-paths", kind, "betza", limit=MAX_PATHS)
        if not any(kind.royal for kind in kinds.values()):
            raise VariantError.with_code("variant-no-royal").at_line(self.lines.find("piece[0]"))
        for kind in kinds.values():
            self.check_references(kind, kinds, drops=rules.drops)
        taken = set(kinds)
        for kind in kinds.values():
            if kind.alias in taken:
                raise self.piece_error("variant-alias-taken", kind, "alias", alias=kind.alias)
            taken |= {kind.alias} - {""}
        return tuple(kinds.values())

    def check_references(self, kind: PieceKind, kinds: Mapping[str, PieceKind], *, drops: bool) -> None:
        """The kinds that this one names exist and make sense."""
        for key in ("promotes_to", "hand", "contagious"):
            target = getattr(kind, key)
            if target is not None and target not in kinds:
                raise self.piece_error("variant-promotes-to-nothing", kind, key, target=_name(target))
        if kind.promotes_to == kind.id:
            raise self.piece_error("variant-promotes-to-itself", kind, "promotes_to")
        if kind.royal and kind.promotes_to and not kinds[kind.promotes_to].royal:
            raise self.piece_error(
                "variant-royal-promotes-away", kind, "promotes_to", target=kind.promotes_to
            )
        if drops and kind.promoted and not kind.royal and kind.hand is None:
            origins = [each.id for each in kinds.values() if each.promotes_to == kind.id]
            if not origins:
                raise self.piece_error("variant-never-promoted", kind, "id")
            if len(origins) > 1 and kind.id[1:] not in origins:
                raise self.piece_error("variant-hand-unclear", kind, "id", origins=", ".join(origins))

    def kind(self, data: dict[str, Any], index: int) -> PieceKind:
        identity = data.get("id")
        if not isinstance(identity, str) or not _ID.fullmatch(identity):
            raise VariantError.with_code("variant-piece-id", id=_literal(identity)).at_line(
                self.lines.find(f"piece[{index}].id")
            )
        path = f"piece[{index}]"
        table = _Table(data, f"piece {identity}", path, self.lines)
        note, note_ja = table.in_both_languages("note")
        kind = PieceKind(
            id=table.get("id", str),
            name=table.get("name", str, required=True),
            betza=table.get("betza", str, required=True),
            alias=self.alias(table),
            kanji=table.get("kanji", str, ""),
            face=table.get("face", str, ""),
            romaji=table.get("romaji", str, ""),
            abbreviation=table.get("abbreviation", str, ""),
            kif=table.get("kif", str, ""),
            promotes_to=table.get("promotes_to", str),
            hand=table.get("hand", str),
            contagious=table.get("contagious", str) or None,  # an option may clear it with ""
            jump_rank=table.number("jump_rank", 0, 100, 0),
            max_per_file=table.number("max_per_file", 0, MAX_SIDE, 0),
            zone=table.number("zone", 0, MAX_SIDE),
            promotes_by=table.choice("promotes_by", None),
            promotion_forced=table.choice("promotion_forced", None),
            value=table.number("value", 0, 30_000, 0),
            note=note,
            note_ja=note_ja,
            sources=table.list_of_texts("sources"),
            **{
                each.name: table.get(each.name, bool, each.default)
                for each in fields(PieceKind)
                if isinstance(each.default, bool)
            },
        )
        table.done()
        try:
            _ = kind.paths  # computed now, so that a mistake gets its line
        except BetzaError as error:
            raise VariantError.with_code("variant-betza", id=kind.id, reason=str(error)).at_line(
                self.lines.find(f"{path}.betza")
            ) from None
        return kind

    def alias(self, table: _Table) -> str:
        alias = table.get("alias", str, "")
        if alias and not _ID.fullmatch(alias):
            raise VariantError.with_code("variant-piece-id", id=_literal(alias)).at_line(
                self.lines.find(f"{table.path}.alias")
            )
        return str(alias)

    def conflicts(self) -> list[Conflict]:
        conflicts = []
        for i, data in enumerate(_tables(self.top.data, "conflict", self.lines)):
            table = _Table(data, "conflict", f"conflict[{i}]", self.lines)
            about, about_ja = table.in_both_languages("about", required=True)
            choice, choice_ja = table.in_both_languages("choice", required=True)
            conflicts.append(Conflict(about, choice, about_ja, choice_ja))
            table.done()
        return conflicts

    def check_setup(self, definition: Definition, *, symmetric: bool) -> None:
        from komadai._core import VariantBoard
        from komadai._core import VariantRules as NativeRules
        from komadai.errors import SfenError
        from komadai.variants.definition import description

        described = description(definition)
        kinds = described["kinds"]
        assert isinstance(kinds, list)
        in_hand = {kind["hand"] for kind in kinds} - {-1}
        if len(in_hand) > MAX_HAND_KINDS:
            raise VariantError.with_code(
                "variant-hand-kinds", count=len(in_hand), limit=MAX_HAND_KINDS
            ).at_line(self.lines.find("rules.drops"))
        try:
            rules = NativeRules(described)
        except ValueError as error:
            identity = str(error).partition(":")[0]
            line = self.lines.find(f"piece[{self.indices.get(identity)}].betza")
            raise VariantError.with_code("variant-rules", reason=str(error)).at_line(line) from None
        sfen_line = self.lines.find("setup.sfen")
        try:
            board = VariantBoard(rules, definition.sfen)
        except SfenError as error:
            raise VariantError.with_code("variant-setup", reason=str(error)).at_line(sfen_line) from None
        self.check_royals(board, rules, sfen_line, answer=definition.rules.check == "answer")
        last = definition.files * definition.ranks - 1
        codes = {(square, kind, color) for square, kind, color in board.piece_codes()}
        for square, kind, color in sorted(codes):
            if symmetric and (last - square, kind, 1 - color) not in codes:
                raise VariantError.with_code(
                    "variant-unsymmetric",
                    square=rules.square_name(square),
                    other=rules.square_name(last - square),
                ).at_line(sfen_line)

    def check_royals(
        self, board: VariantBoard, rules: NativeRules, line: int | None, *, answer: bool
    ) -> None:
        """Each side has a royal piece; where a check must be answered, the first move cannot take it."""
        for side in Color:
            if not board.royals(side):
                raise VariantError.with_code("variant-setup-without-royal", side=side.name.lower()).at_line(
                    line
                )
        royals = board.royals(board.turn.opponent)
        if answer and len(royals) == 1 and board.is_attacked(royals[0], board.turn):
            raise VariantError.with_code(
                "variant-setup-royal-attacked",
                square=rules.square_name(royals[0]),
                side=board.turn.name.lower(),
            ).at_line(line)

    def piece_error(self, code: str, kind: PieceKind, key: str, **params: object) -> VariantError:
        return VariantError.with_code(code, id=kind.id, **params).at_line(
            self.lines.find(f"piece[{self.indices.get(kind.id)}].{key}")
        )
