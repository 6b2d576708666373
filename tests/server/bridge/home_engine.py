"""A USI engine at home with two lines for each search: ``python home_engine.py MODE``.

Modes: good (searches with a limit end, others wait for ``stop``), crash (ends at ``go``).
"""

from __future__ import annotations

import sys


def main() -> None:
    mode, waiting = sys.argv[1], False
    for text in sys.stdin:
        match text.split():
            case ["usi"]:
                print("id name Homely")
                print("option name Threads type spin default 1 min 1 max 64")
                print("option name MultiPV type spin default 1 min 1 max 10")
                print("usiok")
            case ["isready"]:
                print("readyok")
            case ["go", *limits] if mode == "good":
                print("info depth 3 multipv 1 score cp 55 nodes 100 nps 1000 pv 2g2f 8c8d")
                print("info depth 3 multipv 2 score cp 44 nodes 100 nps 1000 pv 2g2f 3d3e")
                waiting = "infinite" in limits
                if not waiting:
                    print("bestmove 2g2f")
            case ["go", *_]:
                sys.exit("out of memory")
            case ["stop"] if waiting:
                waiting = False
                print("bestmove 2g2f")
            case ["quit"]:
                return
        sys.stdout.flush()


if __name__ == "__main__":
    main()
