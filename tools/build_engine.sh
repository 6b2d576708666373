#!/bin/sh
# Builds komadai-usi, the engine as a program of its own, into dist: tools/build_engine.sh PYTHON JOBS
# The program for Windows is built where the compiler for it is.
set -eu
python=$1 jobs=$2
make=build/engine
cmake=$(command -v cmake || echo "$(dirname "$python")/cmake")

build() { # system, name of the program, options of cmake
    folder=$make/$1 program=$2
    shift 2
    mkdir -p "$folder"
    { "$cmake" -S cpp/engine -B "$folder" -DKOMADAI_DATA="$PWD/$make/data.json" "$@" &&
        "$cmake" --build "$folder" -j "$jobs"; } >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
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
    echo "no program for Windows: its compiler is in the package g++-mingw-w64-x86-64-posix (Debian)" >&2
fi
