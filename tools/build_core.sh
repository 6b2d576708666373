#!/bin/sh
# Builds the native library and puts it where Python finds it:
#   tools/build_core.sh PYTHON BUILD_FOLDER TARGET_FOLDER JOBS [cmake options]
# The finished file is moved into place in one step, so a running Python never sees half of it.
set -eu
python=$1 build=$2 target=$3 jobs=$4
shift 4
cmake=$(command -v cmake || echo "$(dirname "$python")/cmake")

if ! [ -f "$build/configured" ] || [ CMakeLists.txt -nt "$build/configured" ]; then
    mkdir -p "$build" "$target"
    "$cmake" -S . -B "$build" -DPython_EXECUTABLE="$PWD/$python" "$@" >"$build/configure.log" 2>&1 ||
        { cat "$build/configure.log" >&2; exit 1; }
    touch "$build/configured"
fi
"$cmake" --build "$build" -j "$jobs" >"$build/build.log" 2>&1 || { cat "$build/build.log" >&2; exit 1; }
for library in "$build"/_core*.so; do
    installed=$target/$(basename "$library")
    if ! cmp -s "$library" "$installed"; then
        cp "$library" "$installed.new"
        mv "$installed.new" "$installed"
        echo "built $installed"
    fi
done
