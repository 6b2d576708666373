"""The lines on which the tables and keys of a TOML file stand, for error messages: tomllib does not say."""

from __future__ import annotations

import re

_STRING_OR_COMMENT = re.compile(
    r'"""(?:\\.|[^\\])*?"""' r"|'''.*?'''" r'|"(?:\\.|[^"\\\n])*"' r"|'[^'\n]*'" r"|\#[^\n]*",
    re.DOTALL,
)
_HEADER = re.compile(r"\s*(\[\[?)\s*([\w.\-\s]+?)\s*\]")
_KEY = re.compile(r"\s*([\w.\-]+)\s*=")


class TomlLines:
    """Line numbers, from 1, by path: ``board.files``, ``piece[3].betza``, ``option[0].value[1]``.

    ``text`` must be valid TOML. Quoted keys and keys of inline tables are not listed; :meth:`find` returns
    the line of the table or key that they are part of.
    """

    def __init__(self, text: str) -> None:
        self._lines: dict[str, int] = {}
        counts: dict[str, int] = {}
        table = ""
        depth = 0  # of brackets that a value opened on an earlier line
        # Strings and comments are blanked, so that only brackets, headers and keys are left.
        bare = _STRING_OR_COMMENT.sub(_blank, text)
        for number, line in enumerate(bare.split("\n"), 1):
            if depth == 0 and (header := _HEADER.match(line)):
                table = self._table(header.group(2), header.group(1) == "[[", counts)
                self._lines.setdefault(table, number)
                continue
            if depth == 0 and (key := _KEY.match(line)):
                self._lines.setdefault(f"{table}.{key.group(1)}" if table else key.group(1), number)
            depth += sum(line.count(each) for each in "[{") - sum(line.count(each) for each in "]}")

    @staticmethod
    def _table(name: str, array: bool, counts: dict[str, int]) -> str:
        """The path of a header; counts the tables of each array."""
        path = ""
        *parents, last = (part.strip() for part in name.split("."))
        for part in parents:
            path = f"{path}.{part}" if path else part
            if path in counts:
                path += f"[{counts[path] - 1}]"
        path = f"{path}.{last}" if path else last
        if array:
            counts[path] = counts.get(path, 0) + 1
            path += f"[{counts[path] - 1}]"
        return path

    def note(self, path: str, line: int | None) -> None:
        """Notes that a value was set on another line."""
        if line is not None:
            self._lines[path] = line

    def find(self, path: str) -> int | None:
        """The line of a path, or of what contains it."""
        if f"{path}[0]" in self._lines:  # an array of tables
            return self._lines[f"{path}[0]"]
        while path and path not in self._lines:
            path = path[: max(path.rfind("."), path.rfind("["), 0)]
        return self._lines.get(path)


def line_named_in(reason: str, text: str) -> int | None:
    """The line that an error of tomllib names."""
    match = re.search(r"at line (\d+)", reason)
    if match is not None:
        return int(match.group(1))
    return text.count("\n") + 1 if "at end of document" in reason else None


def line_of_excess(text: str) -> int | None:
    """The line of a number of thousands of digits, or else the one on which the most brackets are open."""
    if number := re.search(r"\d[\d_]{4000,}", text):
        return text.count("\n", 0, number.start()) + 1
    depth = deepest = 0
    found = None
    for line, content in enumerate(_STRING_OR_COMMENT.sub(_blank, text).split("\n"), 1):
        depth += sum(map(content.count, "[{"))
        if depth > deepest:
            deepest, found = depth, line
        depth -= sum(map(content.count, "]}"))
    return found


def _blank(match: re.Match[str]) -> str:
    return "\n" * match.group().count("\n")
