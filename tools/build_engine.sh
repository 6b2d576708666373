#!/bin/sh
# Builds komadai-usi, the engine as a program of its own, into dist: tools/build_engine.sh PYTHON JOBS
# Where the compiler for Windows is installed, komadai-usi.exe too.
set -eu
python=$1 jobs=$2
make=build/engine
cmake=$(command -v cmake || echo "$(dirname "$python")/cmake")

build() { # build SYSTEM PROGRAM [OPTION OF CMAKE]
  folder=$make/$1 program=$2
  shift 2
  { "$cmake" -S cpp/engine -B "$folder" -DKOMADAI_DATA="$PWD/$make/data.json" "$@" &&
      "$cmake" --build "$folder" -j "$jobs"; } >"$folder.log" 2>&1 || { cat "$folder.log" >&2; exit 1; }
  cp "$folder/$program" "dist/$program.new"
  mv "dist/$program.new" "dist/$program"
  echo "built dist/$program"
}

mkdir -p "$make" dist
"$python" tools/engine_data.py "$make/data.json"
build linux komadai-usi
if command -v x86_64-w64-mingw32-g++-posix >/dev/null; then
  build windows komadai-usi.exe -DCMAKE_TOOLCHAIN_FILE="$PWD/cpp/engine/windows.cmake"
else
  echo "dist/komadai-usi.exe needs g++-mingw-w64-x86-64-posix (Debian)"
fi
