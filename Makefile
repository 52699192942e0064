# The verbs of the house. `make demo` and `make test` each work alone on a fresh clone.
PYTHON ?= python3
BIN := .venv/bin
CORE := core/Cargo.toml core/Cargo.lock $(shell find core/src -name '*.rs')

# Every process that a test starts would compile hundreds of files again if their bytecode were not kept.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup demo quick test core-tests test-core test-python goldens lint lint-core lint-web format-core lint-python bench docs site \
  web web-page web-packages web-check web-types web-report wheel standalone container trust licences clean

setup: .venv/.ready

# Built again whenever the core or the project's configuration changes.
.venv/.ready: pyproject.toml $(CORE)
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch .venv/.installed $@

# All that `make demo` needs: Motif without the packages for development.
.venv/.installed: pyproject.toml $(CORE)
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

demo: .venv/.installed
	$(BIN)/motif demo

# What any change should pass first, in about a minute on two cores: style, imports, and the tests that say most in it.
QUICK := tests/motifs tests/board/test_relations.py tests/board/test_exchange.py tests/board/test_games.py \
  tests/engines/test_review.py tests/explain tests/tactics/test_rule.py tests/tactics/test_english.py \
  tests/tactics/test_decision.py tests/tactics/test_adviser.py tests/patterns/test_patterns.py \
  tests/patterns/test_effects.py tests/openings/test_names.py tests/search/test_at_the_board.py \
  tests/search/test_pruning.py tests/puzzles/test_puzzle.py tests/puzzles/test_solver.py tests/study/test_subjects.py \
  tests/study/test_study_file.py tests/study/test_review.py tests/cli/test_deferred.py tests/runtime/test_store.py \
  tests/test_advice.py tests/test_names.py tests/test_pages.py

quick: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/python -m pytest --quiet --numprocesses auto --dist worksteal $(QUICK)

test: test-core test-python

# Builds the tests of the core without running them.
core-tests:
	cargo test --quiet --profile ci --manifest-path core/Cargo.toml --lib --no-run

test-core:
	cargo test --quiet --profile ci --manifest-path core/Cargo.toml --lib

test-python: setup
	$(BIN)/python -m pytest -rsR --durations 40 --numprocesses auto --dist worksteal

# The sentences and refusals that the tests compare, as the program says them today; read the difference.
goldens: setup
	$(BIN)/python -m pytest --quiet --numprocesses 0 --rewrite-goldens $$(grep -rlE 'golden[(.]' tests --include='test_*.py')

lint: lint-python lint-core lint-web

lint-python: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest --mypy-config-file core/stubtest.ini motif._core
	$(BIN)/lint-imports

# Without npm the page cannot be checked; git keeps what is built from it.
lint-web:
	command -v npm >/dev/null || exit 0; $(MAKE) web-packages && npm --prefix web run check

lint-core: format-core
	cargo clippy --quiet --profile ci --manifest-path core/Cargo.toml --all-targets --features python -- -D warnings

format-core:
	cargo fmt --manifest-path core/Cargo.toml --check

# The small form of each, `--small`, is run by the tests.
# Speed is measured with the release profile of the wheels; everything else uses the profile `ci`, which builds faster.
bench: setup
	$(BIN)/python -m pip install --quiet --editable . --config-settings build-args='--profile release'
	for benchmark in $$(grep -l __main__ benchmarks/*.py); do $(BIN)/python $$benchmark || exit 1; done
	$(BIN)/python docs/reference.py

# Runs every session in the README and the docs again and writes down what it printed.
docs: setup
	$(BIN)/python docs/refresh.py

# The documentation site, in out/site. It is strict: a link that leads nowhere is an error.
site: setup
	$(BIN)/python -m pip install --quiet 'mkdocs-material==9.*' 'mkdocstrings[python]==1.*' 'mkdocs-jupyter==0.26.*'
	$(BIN)/python docs/site_pages.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

# The page in the browser. Git keeps it built; only changing it needs Node.js.
PAGE := src/motif/web/page/index.html

web: setup web-page
	$(BIN)/motif web --open

web-page: $(PAGE)

$(PAGE): web/node_modules/.package-lock.json web/index.html $(shell find web/src web/public -type f 2>/dev/null)
	npm --prefix web run build

web/node_modules/.package-lock.json: web/package-lock.json
	npm --prefix web ci --no-audit --no-fund

web-packages: web/node_modules/.package-lock.json

web-check: web-packages
	npm --prefix web run check
	npm --prefix web run test

# The page's types follow from what the server says it takes and gives.
web-types: setup web/node_modules/.package-lock.json
	$(BIN)/python -m motif.web.schema web/openapi.json
	npm --prefix web run types

# The script and the style of report.html, from the page's sources; git keeps them, so that a study needs no Node.js.
web-report: web/node_modules/.package-lock.json
	npm --prefix web run build-report

# What is installed without Rust: the wheel, with the page in it. On Linux zig links it against the C library of 2018, so
# that it runs on every distribution since.
MANYLINUX := $(if $(filter Linux,$(shell uname -s)),--zig --compatibility manylinux_2_28)
wheel: setup
	rm -rf dist
	$(BIN)/python -m pip install --quiet build 'maturin[zig]>=1.9.4,<2'
	PATH="$(CURDIR)/$(BIN):$$PATH" maturin build --quiet --release $(MANYLINUX) --out dist
	$(BIN)/python -m build --sdist --outdir dist .
	cd dist && sha256sum -- * > SHA256SUMS

# One program with all of Motif in it, which needs neither Python nor a terminal.
standalone: wheel
	packaging/standalone.sh dist/*.whl out/motif

# The image of the Containerfile, built and tried.
container:
	fuzz/trust/container.sh

# A short form of the campaigns of fuzz/trust: fuzzing, kill -9, a cluster that breaks, a soak.
trust: setup
	$(BIN)/python fuzz/fuzzing.py --inputs 2000
	$(BIN)/python fuzz/trust/kill.py match "search evolve" "endgames evolve" --kills 3 --out $$(mktemp -u)
	$(BIN)/python fuzz/trust/kill_workers.py 4
	$(BIN)/python fuzz/trust/clusters.py --only faults --faults 1 --out $$(mktemp -u)
	$(BIN)/python fuzz/trust/soak.py --minutes 1 --out $$(mktemp -d)/soak.json

# What everything is licensed under, written to docs/licences.md.
licences: setup
	$(BIN)/python docs/licences.py

clean:
	rm -rf .venv core/target dist web/node_modules src/motif/web/page
