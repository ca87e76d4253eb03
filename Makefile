# What people do with a checkout. Every target brings what it needs; `make certify` comes first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: certify test test-all check power mutation soak bench matrix screens toolchains wheel-test lock clean

# A codec that fails is a result (utfproof itself exits 1): the job is done, and make succeeds.
certify: $(READY)
	@$(BIN)/utfproof certify $(TARGETS) || test $$? -eq 1

# Files stay in the order of their names: long ones do not come last. There are more workers than processors:
# much of the time is spent in adapters that wait for one another; of the slow tests, in builds and clusters.
PYTEST = $(BIN)/python -m pytest -n "$$(( $$(getconf _NPROCESSORS_ONLN) + $(1) ))" --dist loadfile --no-loadscope-reorder

# Compiled modules are kept, whatever the environment says: hundreds of processes import the program.
test test-all: export PYTHONDONTWRITEBYTECODE =

# All that is not slow by its nature: browsers, clusters, campaigns, builds, deadlines, commands without caches.
test: $(READY)
	@$(call PYTEST,1) -m "not slow" $(ARGS)

# Everything.
test-all: $(READY)
	@$(call PYTEST,2) $(ARGS)

check: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	MYPYPATH=harness:tests:tests/fakes $(BIN)/mypy --explicit-package-bases tests
	$(BIN)/lint-imports
	$(BIN)/utfproof vectors check
	$(BIN)/python -m pytest -q -m "not slow" tests/house

# Which faults the suite finds; a fault that survives fails.
power: $(READY)
	@$(BIN)/utfproof power $(ARGS)

# What all codecs of this machine do: reports/matrix.md and matrix.html. An interrupted run goes on.
matrix: $(READY)
	@$(BIN)/utfproof certify --level complete --out reports/runs/matrix || test $$? -eq 1
	@$(BIN)/utfproof report reports/runs/matrix --matrix reports
	@rm -r reports/runs/matrix

# Pictures of a report's page and of a certificate: reports/screens.
screens: $(READY)
	@mkdir -p reports/runs && rm -f reports/runs/screens.key reports/runs/screens.key.pub
	@$(BIN)/utfproof keygen reports/runs/screens.key
	@$(BIN)/utfproof certify c_glibc lua --out reports/runs/screens --sign reports/runs/screens.key \
		--issuer "My laboratory" || test $$? -eq 1
	@PYTHONPATH=tests $(BIN)/python -m browser.screens reports/runs/screens reports/screens
	@rm -r reports/runs/screens reports/runs/screens.key reports/runs/screens.key.pub

bench: $(READY)
	@PYTHONPATH=tests $(BIN)/python -m bench $(ARGS)

# How many mutants of the core its nearest tests kill, by package: make mutation ARGS="protocol judging".
mutation: $(READY)
	@cd tests && nice ../$(BIN)/python -m mutation $(ARGS)

# Runs that are killed, stopped and damaged have to come to the same result: make soak ARGS="--minutes 120".
soak: $(READY)
	@cd tests && nice ../$(BIN)/python -m soak $(ARGS)

# All that the shipped adapters can use; what is there already stays as it is.
toolchains:
	@sh tests/toolchains.sh

# The tests once more, against the wheel as users get it.
wheel-test: $(READY)
	@sh tests/wheel.sh $(ARGS)

clean:
	rm -rf $(VENV) dist build reports/runs .pytest_cache .mypy_cache .ruff_cache

# The development environment, resolved anew from pyproject.toml.
lock: $(READY)
	@sh tests/lock.sh $(BIN)

$(READY): pyproject.toml requirements-dev.lock
	@echo "make: preparing the environment $(VENV)" >&2
	@command -v $(PYTHON) >/dev/null || { echo "make: $(PYTHON) is missing: apt-get install python3 python3-venv" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "make: $(PYTHON) is older than 3.11: give another with PYTHON=…" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "make: Python's venv is missing: apt-get install python3-venv" >&2; exit 1; }
	@command -v cc >/dev/null || { echo "make: a C compiler is missing: apt-get install gcc libc6-dev" >&2; exit 1; }
	@echo "make: creating $(VENV) with $$($(PYTHON) --version)" >&2
	@$(PYTHON) -m venv $(VENV)
	@echo "make: installing utfproof and its tools into $(VENV) (about a minute)" >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@
