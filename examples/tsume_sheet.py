"""Makes a page of mate-in-one problems to print, with the solutions at the foot.

python examples/tsume_sheet.py            # writes tsume.html
"""

from html import escape
from pathlib import Path

from komadai import Board, notation

PROBLEMS = (
    "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
    "7lk/7bp/9/9/9/9/9/9/9 b N2rb4g4s3n3l17p 1",
    "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
)
PAGE = """<!doctype html>
<meta charset="utf-8">
<title>Mate in one</title>
<style>
  body {{ font-family: serif; max-width: 60rem; margin: auto }}
  figure {{ display: inline-block; width: 18rem; margin: 1rem }}
  footer {{ transform: rotate(180deg) }}
</style>
<h1>Black to play and mate in one</h1>
{figures}
<footer>{solutions}</footer>
"""


def main() -> None:
    figures, solutions = [], []
    for number, sfen in enumerate(PROBLEMS, 1):
        board = Board(sfen)
        move = board.mate_in_1()
        if move is None:
            raise SystemExit(f"problem {number} is no mate in one: {sfen}")
        figures.append(f"<figure>{board.svg()}<figcaption>{number}</figcaption></figure>")
        solutions.append(f"{number}. {notation.write(board, move)}")
    Path("tsume.html").write_text(
        PAGE.format(figures="\n".join(figures), solutions=escape("　".join(solutions))), encoding="utf-8"
    )
    print(f"{len(PROBLEMS)} problems in tsume.html; solutions: {', '.join(solutions)}")


if __name__ == "__main__":
    main()
