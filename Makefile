# `make demo` and `make test` set everything up in .venv; nothing else is touched.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLING := @echo "== Installing packages; this takes about a minute"
# Many tests wait for processes and servers, so on a small machine twice as many run as it has cores.
WORKERS := $(shell $(PYTHON) -c 'import os; n = os.cpu_count() or 1; print(max(n, min(2 * n, 8)))')

.PHONY: help demo benchmark test quick fuzz claims test-inspect test-verifiers test-versions check docs setup setup-dev setup-inspect setup-verifiers setup-docs clean

help:
	@echo "make demo       convert a bundled domain, let the offline model play it, show the table"
	@echo "make benchmark  all domains, all mechanisms and planners, offline, and the report on them"
	@echo "make test       run the tests and the linters"
	@echo "make quick      some of the tests, in half a minute: no processes, servers or property tests"
	@echo "make fuzz       run the property tests on fresh draws for MINUTES=10, until a pass finds a fault"
	@echo "make claims     measure again what docs/evidence/claims.md states; ONLY=word for some"
	@echo "make test-inspect  run the tests in Inspect AI, in an environment of their own"
	@echo "make test-verifiers  run the tests of autoplan-verifiers/, in an environment of their own"
	@echo "make test-versions  run the wheel's tests on the other supported versions of Python found here"
	@echo "make check      run the linters alone"
	@echo "make docs       build the site of docs/ into site/; a link that leads nowhere is an error"
	@echo "make clean      remove the environment and the caches"

demo: $(VENV)/run.stamp
	@echo "== A domain and a problem in English: pddl2nl convert"
	@$(BIN)/pddl2nl convert domains/blocksworld/domain.pddl domains/blocksworld/instances/instance-2.pddl
	@echo
	@echo "== Five tasks played with ReAct by the offline model: autoplan eval"
	@$(BIN)/autoplan eval --mechanism react --domain blocksworld --instances 5 --out results/demo
	@echo
	@echo "== The same as a page: autoplan report"
	@$(BIN)/autoplan report results/demo

benchmark: $(VENV)/run.stamp
	@scripts/benchmark.sh results/benchmark

# The same draws, and sets in the same order, at every run on one commit; `make fuzz` takes others.
test: $(VENV)/dev.stamp
	@$(MAKE) --no-print-directory check
	@PYTHONDONTWRITEBYTECODE= PYTHONHASHSEED=0 $(BIN)/python -m pytest -n $(WORKERS) --dist loadscope --no-loadscope-reorder -rs

# What needs no process, socket or property: for a change at hand.
quick: $(VENV)/dev.stamp
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n logical --quick

# The first pass with a find is the last one; it prints how to make an example of the find.
fuzz: MINUTES ?= 10
fuzz: $(VENV)/dev.stamp
	@end=$$(($$(date +%s) + 60 * $(MINUTES))); \
	while [ $$(date +%s) -lt $$end ]; do \
		$(BIN)/python -m pytest -n $(WORKERS) -m hypothesis --hypothesis-profile fresh || exit; \
	done

claims: $(VENV)/dev.stamp
	@$(BIN)/python scripts/claims.py "$(ONLY)"

test-inspect: $(VENV)-inspect/run.stamp
	@$(VENV)-inspect/bin/python -m pytest -rs tests/autoplan/integrations/test_inspect.py

test-verifiers: $(VENV)-verifiers/run.stamp
	@$(VENV)-verifiers/bin/python -m pytest -rs tests/autoplan/integrations/test_verifiers.py

# VERSIONS=3.13 is for that version alone.
test-versions: $(VENV)/dev.stamp
	@$(BIN)/python scripts/other_versions.py $(VERSIONS)

check: $(VENV)/dev.stamp
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

docs: $(VENV)-docs/docs.stamp $(VENV)/run.stamp
	@$(BIN)/python scripts/prompts_page.py > docs/all-prompts.md
	@$(VENV)-docs/bin/zensical build --strict --clean

setup: $(VENV)/run.stamp
setup-dev: $(VENV)/dev.stamp
setup-inspect: $(VENV)-inspect/run.stamp
setup-verifiers: $(VENV)-verifiers/run.stamp
setup-docs: $(VENV)-docs/docs.stamp

$(VENV)/run.stamp: requirements/run.txt pyproject.toml
	@echo "== Setting up $(VENV)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; set PYTHON=python3.12, say" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	$(INSTALLING)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r requirements/run.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/dev.stamp: $(VENV)/run.stamp requirements/dev.txt
	$(INSTALLING)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r requirements/dev.txt
	@touch $@

$(VENV)-inspect/run.stamp: requirements/inspect.txt pyproject.toml
	@echo "== Setting up $(VENV)-inspect"
	@$(PYTHON) -m venv $(VENV)-inspect
	$(INSTALLING)
	@$(VENV)-inspect/bin/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r requirements/inspect.txt
	@$(VENV)-inspect/bin/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)-verifiers/run.stamp: requirements/verifiers.txt pyproject.toml autoplan-verifiers/pyproject.toml
	@echo "== Setting up $(VENV)-verifiers"
	@$(PYTHON) -m venv $(VENV)-verifiers
	$(INSTALLING)
	@$(VENV)-verifiers/bin/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r requirements/verifiers.txt
	@$(VENV)-verifiers/bin/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable . --editable autoplan-verifiers
	@touch $@

# The pages on Python are made of the sources, so nothing of ours is installed.
$(VENV)-docs/docs.stamp: requirements/docs.txt
	@echo "== Setting up $(VENV)-docs"
	@$(PYTHON) -m venv $(VENV)-docs
	$(INSTALLING)
	@$(VENV)-docs/bin/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r requirements/docs.txt
	@touch $@

clean:
	rm -rf $(VENV) $(VENV)-inspect $(VENV)-verifiers $(VENV)-docs site .cache .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
