"""Writes what komadai-usi takes from the sources in Python: ``engine_data.py OUT`` writes OUT, a JSON file.

It has the data of ``komadai usi`` (komadai.engine.usi.program_data) and that of every variant. cpp/engine/run.cpp
reads it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from komadai.engine.usi.program_data import as_json, data, variant_data
from komadai.variants import NAMES

if __name__ == "__main__":
    path = Path(sys.argv[1])
    text = as_json({"program": data(), "variants": {name: variant_data(name) for name in NAMES}})
    if not path.is_file() or path.read_text("utf-8") != text:  # else nothing is built again
        path.write_text(text, "utf-8")
