"""Measures the numbers of the style of play over the corpora: tools/review_style.py [EVALUATIONS.jsonl].

Prints the quartiles of the sides of all games of ../shared/data as a table for docs/how-to/study.md; the
sharpness needs a file that tools/review_accuracy.py has evaluated, and is that of its games.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from statistics import quantiles
from typing import Final

from review_accuracy import ROOT, read_lines
from study_names import games

from komadai.score import KOMADAI_WIN_RATE, Score
from komadai.study import phases
from komadai.study.game_review.positions import main_line
from komadai.study.game_review.report import STYLE_NAMES
from komadai.study.game_review.style import styles

MIN_PLIES: Final = 30


def main() -> None:
    evaluated = {}
    if len(sys.argv) > 1:
        evaluated = {line["id"]: line["scores"] for line in read_lines(Path(sys.argv[1]))}
    found = defaultdict(list)
    for name, game in games(ROOT.parent / "shared" / "data").items():
        line = main_line(game)
        if len(line.moves) < MIN_PLIES or line.infraction is not None:
            continue
        scores = evaluated.get(name, [])
        known = len(scores) == len(line.boards)
        wins = [Score.from_number(each).win_rate(KOMADAI_WIN_RATE) for each in scores] if known else []
        for style in styles(
            line.boards, line.moves, wins or [0.5] * len(line.boards), phases(game).middle_game
        ):
            if style is not None:
                for key in STYLE_NAMES:
                    if key != "sharpness" or known:
                        found[key].append(getattr(style, key))
    print("| number | lower quarter | middle | upper quarter | sides |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for key, numbers in found.items():
        low, middle, high = quantiles(numbers, n=4)
        print(f"| {key} | {low:.0f} | {middle:.0f} | {high:.0f} | {len(numbers):,} |")


if __name__ == "__main__":
    main()
