#!/bin/sh
# Builds the core as WebAssembly with Emscripten, into build/browser:
#   tools/build_browser.sh PYTHON JOBS
set -eu
python=$1 jobs=$2
make=build/browser-make out=build/browser
cmake=$(command -v cmake || echo "$(dirname "$python")/cmake")
# Debian's emcc finds the packages of its linker there.
export NODE_PATH="${NODE_PATH:-/usr/share/nodejs}"
toolchain=$(em-config EMSCRIPTEN_ROOT)/cmake/Modules/Platform/Emscripten.cmake

quietly() {
    "$@" >"$make/log" 2>&1 || { cat "$make/log" >&2; exit 1; }
}

mkdir -p "$make" "$out"
"$python" tools/browser_data.py "$make/generated" "$out"
quietly "$cmake" -S cpp/browser -B "$make/build" -DCMAKE_TOOLCHAIN_FILE="$toolchain" -DCMAKE_BUILD_TYPE=Release \
    -DKOMADAI_GENERATED="$PWD/$make/generated"
quietly "$cmake" --build "$make/build" -j "$jobs"
cp -p "$make"/build/komadai*.js "$make"/build/komadai*.wasm "$out"
