#!/bin/sh
# Runs Python with the sanitized native library: tools/sanitized.sh PYTHON SITE_FOLDER ARGUMENTS...
# SITE_FOLDER/komadai holds the sanitized library; links to the Python files are laid beside it.
set -eu
python=$1 site=$2
shift 2
for entry in "$PWD"/src/komadai/*; do
    case $entry in *.so | */__pycache__) ;; *) ln -sfn "$entry" "$site/komadai/$(basename "$entry")" ;; esac
done
# Python itself is not instrumented: the runtime must be loaded before it, libstdc++ too so that
# exceptions are intercepted, and Python's own allocations at exit are no leaks of ours.
cxx=${CXX:-c++}
LD_PRELOAD="$($cxx -print-file-name=libasan.so) $($cxx -print-file-name=libstdc++.so)" \
    ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 UBSAN_OPTIONS=print_stacktrace=1 \
    PYTHONPATH="$site" PYTHONMALLOC=malloc exec "$python" "$@"
