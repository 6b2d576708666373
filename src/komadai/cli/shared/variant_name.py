"""The argument of a command that names a variant."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from komadai.cli.shared.errors import Failure, error_text
from komadai.cli.shared.options import argument
from komadai.errors import VariantError

if TYPE_CHECKING:
    from komadai.variants import Variant

VariantName = Annotated[
    str,
    argument(
        "The name of a variant, such as dobutsu, or a definition file (.toml).",
        "変則将棋の名前（dobutsu など）か、定義ファイル（.toml）。",
        metavar="NAME",
    ),
]


def variant_named(name: str, *, every_option: bool = False) -> Variant:
    """The variant of this name, or of a definition file. Raises VariantError for an unknown name, Failure for
    a file that cannot be read.

    With ``every_option`` a file is read with each value of each of its options.
    """
    from komadai.variants import Variant
    from komadai.variants.variant import check_definition

    if not name.endswith(".toml"):
        return Variant.named(name)
    try:
        return check_definition(Path(name)) if every_option else Variant.load(name)
    except OSError as error:
        raise Failure.not_read(name, error) from error
    except VariantError as error:  # of the file, not of the name
        raise Failure(error_text(error)) from error
