"""Solves tiny variants: the value of every position that can occur, by retrograde analysis.

>>> from komadai.variants.solve import Table, solve
>>> table = solve("dobutsu", "tables")  # doctest: +SKIP
>>> table.value()  # doctest: +SKIP
Value(result='loss', plies=78)
>>> table.moves()["2c2b"]  # doctest: +SKIP
Value(result='loss', plies=76)
"""

from komadai.variants.solve.analysis import Progress, default_folder, solve, table_path
from komadai.variants.solve.requirements import Fit, fit
from komadai.variants.solve.table import Figures, Table, Value

__all__ = ["Figures", "Fit", "Progress", "Table", "Value", "default_folder", "fit", "solve", "table_path"]
