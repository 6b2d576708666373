"""The files that the documentation's command lines name, made from a few games."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Final

from komadai import book, kifu
from tests.training.positions import material_file

GAMES: Final = Path(__file__).with_name("games.usi")
"""Games of the engine with itself at 200 nodes a move."""
_PLIES: Final = 9
"""Sample game N has 2 N moves more; the side to move then resigns. Short games keep reviews fast."""
_PLAYERS: Final = (
    ("Habu Yoshiharu", "Matt Casters", "1995.10.06"),
    ("Matt Casters", "Hans Segers", "1998.03.01"),
    ("Sato Yasumitsu", "Habu Yoshiharu", "1996.04.11"),
    ("Sato Yasumitsu", "Wada", "2026.11.02"),
)
_PROBLEMS: Final = ("8l/7b1/8k/6+B2/7Pg/9/9/9/9 b R 1", "4k4/9/4P4/9/9/9/9/9/9 b G 1")
_TEXTS: Final = {
    "players.csv": "name,rank,rating,club\nOyama,1 dan,,Kita\nMasuda,,1850,Minami\nKimura,2 kyu,,\n",
    "problems.sfen": "".join(f"{sfen}\n" for sfen in _PROBLEMS),
    "problems.jsonl": "".join(f'{{"sfen": "{sfen}"}}\n' for sfen in _PROBLEMS),
    "moves.txt": "variant dobutsu startpos moves 2c2b\n",
}


def make(folder: Path, page: str) -> None:
    """Writes the files into a folder. ``page`` is the text of the page, which may show a lesson."""
    games = folder / "games"
    games.mkdir()
    for name, text in _TEXTS.items():
        (folder / name).write_text(text, "utf-8")
    texts = []
    lines = GAMES.read_text("ascii").splitlines()
    # The third and the fourth game begin alike, so that a book has moves that were played twice.
    for number, (line, players) in enumerate(zip([*lines[:3], lines[2]], _PLAYERS, strict=True), 1):
        game = _game(line, _PLIES + 2 * number, players)
        kifu.save(game, games / f"{number}.{'kif' if number % 2 else 'csa'}")
        texts.append(kifu.write(game, "csa"))
    (folder / "games.csa").write_text("/\n".join(texts), "utf-8")
    kifu.save(_game(lines[0], 23, _PLAYERS[0]), folder / "game.kif")
    kifu.save(kifu.read(_PROBLEMS[0]), folder / "problem.kif")
    chu = kifu.read("variant chu startpos moves 7i7h 6d6e", variants=True)
    (folder / "chu.kif").write_text(kifu.write(chu, "kif"), "utf-8")
    with zipfile.ZipFile(folder / "archive.zip", "w") as archive:
        archive.write(games / "2.csa", "2.csa")
    for name in ("user_book1.db", "unsorted.db", "book.bin", "book.sbk", "theirs.sbk"):
        book.save(book.build(games), folder / name)
    material_file(folder / "positions.psv", 2000)
    lesson = re.search(r"^```toml\n(id = .*?)^```", page, re.MULTILINE | re.DOTALL)
    if lesson:
        (folder / "chapter.toml").write_text(lesson[1], "utf-8")


def _game(line: str, plies: int, players: tuple[str, str, str]) -> kifu.Game:
    start, moves = line.split(" moves ")
    moves = " ".join(moves.split()[:plies])
    game = kifu.read(kifu.write(kifu.read(f"{start} moves {moves}"), "kif") + f"{plies + 1} 投了\n")
    game.headers |= dict(zip(("black", "white", "started"), players, strict=True))
    return game
