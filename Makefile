# What a person needs: make run, make test. Everything else is made on the way, once.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
PY := $(VENV)/bin/python
# Only one build at a time: a second one waits for the first.
LOCK := $(if $(shell command -v flock),flock build/lock)
NPM := $(PY) tools/npm.py
JOBS ?= 2
# One more than cores: many tests wait for engines, servers and clocks.
PYTEST_JOBS ?= 3

PAGE := src/komadai/server/static/index.html
# The page takes the core as WebAssembly along if `make browser` has built it.
PAGE_SOURCES := $(wildcard build/browser/*.wasm) $(shell find web -path '*/node_modules' -prune -o -path 'web/tests' -prune -o -type f -print 2>/dev/null)
WHEEL_SOURCES := $(shell find src cpp -type f ! -name '*.so' ! -name '*.pyc' ! -path '*/server/static/*' 2>/dev/null)
DEV := $(VENV)/.stamp-dev
NODE_MODULES := web/node_modules/.package-lock.json
CXX_FILES = $(shell find cpp -name '*.cpp' -o -name '*.h' -o -name '*.hpp')

.PHONY: help run soak chaos test nightly test-python test-web test-rules check lint audit bench docs core web browser static emscripten engine test-engine wheel clean
.DELETE_ON_ERROR:

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 14

run: core web ## play in the browser
	@$(VENV)/bin/komadai serve $(ARGS)

ifdef SANITIZE
test: test-rules ## every test; SANITIZE=1: the rules under address and undefined-behaviour sanitizers
else
# The page's tests run even if those in Python failed.
test:
	@status=0; for part in test-python test-web; do $(MAKE) --no-print-directory $$part || status=1; done; exit $$status
endif

check: core ## a minute: style, and the tests of what differs from main
	$(PY) tools/check.py

soak: core ## random rounds against readers, engine, API and server: ARGS="--minutes 10 --seed 1"
	PYTHONPATH=tools $(PY) -m soak $(ARGS)

KILLS ?= 200
chaos: core ## KILLS=N random kills of a server at play; goes on where it ended; build/chaos has its log
	PYTHONPATH=tools $(PY) -m chaos --kills $(KILLS) $(ARGS)

lint: core $(NODE_MODULES) ## types, style, layers, formats
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/mypy
	$(PY) -m mypy.stubtest komadai._core --allowlist tools/stubtest_allowed.txt
	$(VENV)/bin/lint-imports
	$(VENV)/bin/clang-format --dry-run -Werror $(CXX_FILES)
	$(PY) tools/verify_types.py
	$(NPM) run check
	$(NPM) run lint

audit: $(VENV)/.stamp-audit $(NODE_MODULES) ## known vulnerabilities of the dependencies, as the registries know them
	@status=0; $(VENV)/bin/pip-audit --skip-editable || status=1; $(NPM) audit || status=1; exit $$status

bench: $(VENV)/.stamp-bench ## how fast, against whom: with the library as it is installed
	@mkdir -p build
	@$(LOCK) tools/build_core.sh $(PY) build/bench src/komadai $(JOBS) -DKOMADAI_LTO=ON
	$(PY) -m benchmarks $(ARGS)

docs: $(VENV)/.stamp-docs ## the documentation, into site/
	$(VENV)/bin/mkdocs build --strict

core: $(DEV) ## the native library, into src/komadai/
	@mkdir -p build
	@$(LOCK) tools/build_core.sh $(PY) build/dev src/komadai $(JOBS) -DKOMADAI_WARNINGS_AS_ERRORS=ON

web: $(PAGE) ## the page, into src/komadai/server/static/

browser: emscripten core ## the core as WebAssembly, for browsers, into build/browser/
	@mkdir -p build
	@$(LOCK) tools/build_browser.sh $(PY) $(JOBS)

# The service worker knows every file by its content, so all of them are built together each time.
static: browser $(NODE_MODULES) ## the page that needs no server, into dist/static/
	$(PY) tools/static_data.py build/static
	$(NPM) run build:static

engine: core ## the engine as one file without Python, into dist/
	@mkdir -p build
	@$(LOCK) tools/build_engine.sh $(PY) $(JOBS) dist

# The engine as the tests start it.
test-engine: core
	@$(LOCK) tools/build_engine.sh $(PY) $(JOBS) build/programs

wheel: build/wheel.stamp ## a portable wheel and an sdist, into dist/

clean: ## all that was made, .venv included
	rm -rf .venv build dist site web/node_modules src/komadai/server/static src/komadai/_core*.so
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests tools benchmarks examples -name __pycache__ -type d -prune -exec rm -rf {} +

# -- tests

# A test that failed beside others runs once more alone: on an overloaded machine, time limits pass. The output has both results.
# A test that hangs costs a minute then, and five that fail again are enough to know.
# The page is made by a make of its own, which sees the core that `browser` has built.
test-python: core test-engine build/chromium $(if $(shell command -v emcc),static)
	@$(MAKE) --no-print-directory web
	@export KOMADAI_CHROMIUM="$$(cat build/chromium)"; \
	$(VENV)/bin/pytest -q -n $(PYTEST_JOBS) --dist worksteal $(ARGS); status=$$?; \
	test $$status -eq 1 || exit $$status; \
	echo "Running the failed tests once more, alone:"; \
	$(VENV)/bin/pytest -q --last-failed --last-failed-no-failures none --timeout 60 --maxfail 5 $(ARGS)

nightly: engine ## the tests in Python with all their examples, an hour or two
	@KOMADAI_NIGHTLY=1 $(MAKE) --no-print-directory test-python

test-web: $(NODE_MODULES) $(if $(shell command -v emcc),browser)
	$(NPM) test

test-rules: $(DEV)
	@mkdir -p build
	@$(LOCK) tools/build_core.sh $(PY) build/sanitize build/sanitize/site/komadai $(JOBS) \
		-DKOMADAI_SANITIZE=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo
	tools/sanitized.sh $(PY) build/sanitize/site -m pytest -q -p no:cacheprovider -n $(PYTEST_JOBS) -m "not slow" tests/rules tests/bindings tests/kifu/tree/test_node.py tests/kifu/formats/test_fast_readers.py tests/tsume/test_solve_strained.py tests/tsume/test_mate_within.py tests/tsume/test_helpmate.py $(ARGS)

build/chromium: $(DEV) tools/chromium.py
	@mkdir -p build
	$(PY) tools/chromium.py > $@

# -- what the others stand on

emscripten:
	@command -v emcc >/dev/null || { echo "make browser needs Emscripten: install emscripten and node-acorn (Debian)" >&2; exit 1; }

$(PY):
	@test -n "$(PYTHON)" || { echo "Komadai needs Python 3.11 or newer (make PYTHON=/path/to/python3)"; exit 1; }
	$(PYTHON) -m venv $(VENV)

# CMake and Node come from PyPI where the machine has none.
$(DEV): pyproject.toml tools/link_venv.py | $(PY)
	$(PY) -m pip install -q --disable-pip-version-check "pip>=25.1"
	$(PY) -m pip install -q --group dev \
		$$(command -v cmake >/dev/null || echo --group cmake) \
		$$($(PY) tools/npm.py --has-node || echo --group node)
	$(PY) tools/link_venv.py
	@touch $@

$(VENV)/.stamp-bench: pyproject.toml | $(DEV)
	$(PY) -m pip install -q --group bench
	@touch $@

$(VENV)/.stamp-audit: pyproject.toml | $(DEV)
	$(PY) -m pip install -q --group audit
	@touch $@

$(VENV)/.stamp-package: pyproject.toml | $(DEV)
	$(PY) -m pip install -q --group package
	@touch $@

$(VENV)/.stamp-docs: pyproject.toml | $(DEV)
	$(PY) -m pip install -q --group docs
	@touch $@

$(NODE_MODULES): web/package-lock.json web/package.json | $(DEV)
	$(NPM) ci --no-audit --no-fund
	@touch $@

$(PAGE): $(PAGE_SOURCES) $(NODE_MODULES)
	$(NPM) run build
	@touch $@

# The wheel is built from the sdist, so a broken sdist is noticed. On Linux auditwheel gives it the manylinux
# tag that package indexes ask for.
build/wheel.stamp: $(PAGE) $(WHEEL_SOURCES) pyproject.toml CMakeLists.txt tools/build_backend.py $(VENV)/.stamp-package
	rm -rf build/dist dist/*.whl dist/*.tar.gz
	@mkdir -p build dist
	KOMADAI_PORTABLE=1 $(PY) -m build --outdir build/dist .
	cp build/dist/*.tar.gz dist
	if [ "$$(uname)" = Linux ]; then \
		PATH="$(CURDIR)/$(VENV)/bin:$$PATH" $(PY) -m auditwheel repair -w dist build/dist/*.whl; \
	else cp build/dist/*.whl dist; fi
	$(PY) tools/check_wheel.py dist
	@touch $@
