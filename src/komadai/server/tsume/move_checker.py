"""Former place of `komadai.tsume.move_checker`, kept until the command line imports it from there."""

from komadai.tsume.move_checker import MoveChecker as Referee
from komadai.tsume.move_checker import MoveVerdict as Ruling

__all__ = ["Referee", "Ruling"]
