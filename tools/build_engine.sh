#!/bin/sh
# Builds komadai-usi, the engine as a program of its own, into dist: tools/build_engine.sh PYTHON JOBS
set -eu
python=$1 jobs=$2
make=build/engine
cmake=$(command -v cmake || echo "$(dirname "$python")/cmake")

mkdir -p "$make" dist
"$python" tools/engine_data.py "$make/data.json"
{ "$cmake" -S cpp/engine -B "$make/linux" -DKOMADAI_DATA="$PWD/$make/data.json" &&
    "$cmake" --build "$make/linux" -j "$jobs"; } >"$make/log" 2>&1 || { cat "$make/log" >&2; exit 1; }
cp "$make/linux/komadai-usi" dist/komadai-usi.new
mv dist/komadai-usi.new dist/komadai-usi
echo "built dist/komadai-usi"
