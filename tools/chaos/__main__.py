"""``python -m chaos``: see ``make chaos``."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from chaos.campaign import Campaign


def main() -> int:
    """Runs or continues a campaign. Returns 1 if something was found."""
    parser = argparse.ArgumentParser(prog="chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="kills of the whole campaign")
    parser.add_argument("--folder", type=Path, default=Path("build/chaos"), help="where it is, and continues")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", help="the URL of an empty PostgreSQL database; SQLite if left out")
    parser.add_argument("--workers", type=int, default=1, help="processes of the server; need --database")
    parser.add_argument("--nice", type=int, default=19, help="priority; the default, 19, is the lowest")
    arguments = parser.parse_args()
    if arguments.kills < 1:
        parser.error("--kills: expected at least 1")
    os.nice(arguments.nice)
    campaign = Campaign(
        arguments.folder, arguments.seed, database=arguments.database, workers=arguments.workers
    )
    state = campaign.run(arguments.kills)
    stages = ", ".join(f"{count} in {stage}" for stage, count in state.kills.items())
    print(
        f"{state.count} kills ({stages}); {state.clock_jumps} clock jumps; {state.acknowledged} acknowledged "
        f"moves in {sum(len(guest.games) for guest in state.guests)} games; {state.engines} engines ended; "
        f"{len(state.findings)} findings"
    )
    return 1 if state.findings else 0


if __name__ == "__main__":
    sys.exit(main())
