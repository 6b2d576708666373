"""Two engines play a short match; colours change after each game.

python examples/engine_match.py                            # level 3 against level 1
python examples/engine_match.py /path/to/one /path/to/two  # any USI engines
"""

import sys

import komadai
from komadai.engine import Engine

GAMES = 2
SECONDS_A_MOVE = 0.05
LONGEST_GAME = 160


def play(black: Engine, white: Engine) -> komadai.Color | None:
    """Plays one game and returns the winner, None for a draw or a game that took too long."""
    board = komadai.Board()
    while board.ply < LONGEST_GAME:
        outcome = board.outcome()
        if outcome is not None:
            print(f"  {outcome} after {board.ply} moves")
            return outcome.winner
        answer = (white if board.turn else black).play(board, seconds=SECONDS_A_MOVE)
        if answer.move is None:
            winner = board.turn if answer.declared else board.turn.opponent
            print(f"  {winner.english} wins after {board.ply} moves: {answer.kind}")
            return winner
        board.push(answer.move)
    print(f"  broken off after {LONGEST_GAME} moves")
    return None


def open_players() -> tuple[Engine, Engine]:
    if len(sys.argv) == 3:
        return komadai.engine.open(sys.argv[1]), komadai.engine.open(sys.argv[2])
    return komadai.engine.open(options={"Level": 3}), komadai.engine.open(options={"Level": 1})


def main() -> None:
    first, second = open_players()
    with first, second:
        score = [0.0, 0.0]
        for game in range(GAMES):
            first_is_black = game % 2 == 0
            print(f"Game {game + 1}: the {'first' if first_is_black else 'second'} engine is Black")
            winner = play(first, second) if first_is_black else play(second, first)
            if winner is None:
                score = [points + 0.5 for points in score]
            else:
                score[(winner == komadai.BLACK) != first_is_black] += 1
        print(f"First {score[0]:g}, second {score[1]:g}")


if __name__ == "__main__":
    main()
