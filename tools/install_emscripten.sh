#!/bin/sh
# Installs Emscripten for `make browser` where it is missing and the system has apt-get.
set -eu
if command -v emcc >/dev/null || ! command -v apt-get >/dev/null; then exit 0; fi

packages() {
    $(test "$(id -u)" = 0 || command -v sudo) env DEBIAN_FRONTEND=noninteractive apt-get -qq "$@" >/dev/null
}

# Mirrors fail now and then.
for try in 1 2 3; do
    if packages update && packages install -y --no-install-recommends emscripten node-acorn; then exit 0; fi
    echo "Emscripten could not be installed (try $try of 3)" >&2
done
exit 1
