"""The variants: those that come with the library, and those of one's own definition files."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from weakref import WeakValueDictionary

from komadai._core import VariantMove
from komadai._core import VariantRules as NativeRules
from komadai.errors import VariantError
from komadai.variants.definition import Definition, description
from komadai.variants.definition_file import MAX_BYTES, parse_definition

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

NAMES = (
    *("shogi", "goro-goro", "goro-goro-plus", "minishogi", "dobutsu", "tori"),
    *("wa", "heian", "heian-dai", "sho"),
    *("chu", "dai", "tenjiku", "dai-dai", "maka-dai-dai", "tai", "taikyoku"),
    *("kyoto", "judkins", "micro", "check-shogi", "euroshogi", "yari", "makruk", "chaturanga", "shatranj"),
)
"""The variants that come with the library."""


@dataclass(frozen=True)
class Variant(Definition):
    """A game of the shogi family.

    ``Variant.named("chu", rules="jcsa")`` is one of those that come with the library, ``Variant.load(path)``
    reads a definition file. Keywords choose the values of options.
    """

    @staticmethod
    def named(name: str, /, **options: str) -> Variant:
        """The variant of this name. Raises VariantError."""
        return named_variant(name, options)

    @staticmethod
    def load(path: str | Path, /, **options: str) -> Variant:
        """Reads a definition file. Raises VariantError with the reason, OSError."""
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise VariantError.with_code("variant-file-too-large", limit=MAX_BYTES).at(str(path))
        try:
            return Variant.parse(data.decode("utf-8-sig"), options)  # some editors begin UTF-8 with a mark
        except UnicodeDecodeError as error:
            raise VariantError.with_code("variant-not-utf8", position=error.start).at(str(path)) from None
        except VariantError as error:
            raise error.at(str(path)) from None

    @staticmethod
    def parse(text: str, options: Mapping[str, str] | None = None) -> Variant:
        """Reads the text of a definition file. Raises VariantError with the reason."""
        definition = parse_definition(text, options)
        return Variant(**{each.name: getattr(definition, each.name) for each in fields(definition)})

    def __hash__(self) -> int:
        return super().__hash__()  # the dataclass would hash all fields

    def __reduce__(self) -> tuple[object, ...]:
        # The name is enough for a variant that comes with the library.
        if self.name in NAMES and self == named_variant(self.name, self.changed_options):
            return named_variant, (self.name, self.changed_options)
        state = {name: value for name, value in self.__dict__.items() if name not in ("pieces",)}
        return _restored, (state,)


def _restored(state: dict[str, object]) -> Variant:
    variant = object.__new__(Variant)
    variant.__dict__.update(state)
    return variant


def named_variant(name: str, options: Mapping[str, str] | None = None) -> Variant:
    """A variant that comes with the library. Raises VariantError."""
    if name not in NAMES:
        raise VariantError.with_code("variant-unknown", name=name, known=", ".join(NAMES))
    return _shipped(name, tuple(sorted((options or {}).items())))


@lru_cache(maxsize=64)
def _shipped(name: str, options: tuple[tuple[str, str], ...]) -> Variant:
    text = files("komadai.variants").joinpath(f"definitions/{name}.toml").read_text("utf-8")
    return Variant.parse(text, dict(options))


def check_definition(path: Path) -> Variant:
    """Reads a file with each value of each option, and returns it with the defaults.

    :meth:`Variant.load` does not notice a mistake in what only another value sets. Raises VariantError,
    OSError.
    """
    variant = Variant.load(path)
    for option in variant.options:
        for value in option.values:
            Variant.load(path, **{option.name: value.name})
    return variant


@lru_cache(maxsize=64)
def native_rules(variant: Variant) -> NativeRules:
    """The compiled rules; those of equal variants can be used together. Raises ValueError."""
    rules = NativeRules(description(variant))
    _VARIANTS[rules.identity] = variant
    return rules


_VARIANTS: WeakValueDictionary[int, Variant] = WeakValueDictionary()
"""The variants whose rules are in use, by the identity of the rules."""


def variant_of(move: VariantMove) -> Variant:
    """The variant whose move this is."""
    return _VARIANTS[move.rules_identity]
