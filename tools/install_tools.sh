#!/bin/sh
# Installs what the tests need besides a compiler, where it is missing and the system has apt-get: Emscripten
# for `make browser`; a compiler for Windows, wine and an emulator of old processors for komadai-usi.
set -eu
packages=
for tool in "emcc emscripten node-acorn" "x86_64-w64-mingw32-g++-posix g++-mingw-w64-x86-64-posix" \
        "wine wine wine64" "qemu-x86_64 qemu-user"; do
    command -v "${tool%% *}" >/dev/null || packages="$packages ${tool#* }"
done
if ! [ "$packages" ] || ! command -v apt-get >/dev/null; then exit 0; fi

apt() {
    $(test "$(id -u)" = 0 || command -v sudo) env DEBIAN_FRONTEND=noninteractive apt-get -qq "$@" >/dev/null
}

# Mirrors fail now and then.
for try in 1 2 3; do
    # shellcheck disable=SC2086
    if apt update && apt install -y --no-install-recommends $packages; then exit 0; fi
    echo "$packages could not be installed (try $try of 3)" >&2
done
exit 1
