#!/bin/sh
# Builds komadai-usi, the engine as a program of its own, and komadai-usi.exe where the compiler for Windows is
# installed: tools/build_engine.sh PYTHON JOBS FOLDER
#
# Into dist, the programs for users. Into any other folder, programs for the tests, which are built in a
# minute: the one for Linux has the objects of the core, the one for Windows a single build.
set -eu
python=$1 jobs=$2 folder=$3
make=build/engine
cmake=$(command -v cmake || echo "$(dirname "$python")/cmake")

quietly() { # quietly LOG COMMAND…
  log=$make/$1.log
  shift
  "$@" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
}

build() { # build FOLDER PROGRAM [OPTION OF CMAKE]…
  at=$1 program=$2
  shift 2
  quietly "$at-configure" "$cmake" -S cpp/engine -B "$make/$at" -DKOMADAI_DATA="$PWD/$make/data.json" "$@"
  quietly "$at" "$cmake" --build "$make/$at" -j "$jobs"
  install "$make/$at/$program"
}

install() { # install PROGRAM: moved into place in one step, so a running test never sees half of it
  name=$(basename "$1")
  if ! cmp -s "$1" "$folder/$name"; then
    cp "$1" "$folder/$name.new"
    mv "$folder/$name.new" "$folder/$name"
    echo "built $folder/$name"
  fi
}

mkdir -p "$make" "$folder"
"$python" tools/engine_data.py "$make/data.json"
windows=-DCMAKE_TOOLCHAIN_FILE="$PWD/cpp/engine/windows.cmake"
compiler=$(command -v x86_64-w64-mingw32-g++-posix || true)
if [ "$folder" = dist ]; then
  build linux komadai-usi
  if [ "$compiler" ]; then
    build windows komadai-usi.exe "$windows"
  else
    echo "dist/komadai-usi.exe needs g++-mingw-w64-x86-64-posix (Debian)"
  fi
else
  quietly test "$cmake" --build build/dev -j "$jobs" --target komadai-usi
  install build/dev/komadai-usi
  if [ "$compiler" ]; then build windows-test komadai-usi.exe "$windows" -DKOMADAI_BUILDS=avx2; fi
fi
