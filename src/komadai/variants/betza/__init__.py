"""The moves of pieces in Betza's notation (XBetza), and the paths they stand for."""

from komadai.variants.betza.parser import BetzaError, Leg, Term, parse
from komadai.variants.betza.paths import Path, PathLeg, paths

__all__ = ["BetzaError", "Leg", "Path", "PathLeg", "Term", "parse", "paths"]
