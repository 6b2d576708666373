"""The pages of a PDF."""

from __future__ import annotations

import pypdfium2  # type: ignore[import-untyped]


def pages(data: bytes) -> list[str]:
    """The text of each page."""
    document = pypdfium2.PdfDocument(data)
    try:
        return [page.get_textpage().get_text_range().replace("\r\n", "\n") for page in document]
    finally:
        document.close()
