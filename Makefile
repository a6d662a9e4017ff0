# The two commands of the README: `make play` and `make test`. Each sets up all it needs.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
# Each worker takes whole files: their tests share what they compile.
WORKERS ?= 2

# Processes that tests start would each compile all sources anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test test-all test-slow check check-page docs wheel bench clean

play: $(VENV)/.run
	@$(BIN)/zermelo serve

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile

test-all: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile -m "not slow"

test-slow: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(WORKERS) -m slow

check: $(VENV)/.dev check-page
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The types and the linter of the page's JavaScript. The page itself needs neither, so they are skipped without npm.
ifeq ($(shell command -v npm),)
check-page:
	@echo "skipped: there is no npm to check the page's JavaScript with"
else
check-page: node_modules/.installed
	@node_modules/.bin/tsc
	@node_modules/.bin/eslint --max-warnings 0 .
	@echo "the page's JavaScript: types and linter pass"
endif

node_modules/.installed: package.json
	@npm install --no-package-lock --no-audit --no-fund --loglevel=error
	@touch $@

# The documentation as a folder of HTML. `zermelo serve` shows the same under Help.
docs: $(VENV)/.docs
	$(BIN)/python docs/build.py build/docs
	@echo "open build/docs/index.html"

wheel: $(VENV)/.dev
	$(BIN)/python -m build --wheel --outdir dist .

bench: $(VENV)/.bench
	$(BIN)/python benchmarks/run.py

clean:
	rm -rf $(VENV) node_modules dist build benchmarks/build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml | $(VENV)/bin/python
	@echo "setting up, first time only …"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	touch $@ $(VENV)/.run

$(VENV)/.docs: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[docs]"
	touch $@ $(VENV)/.run

$(VENV)/.bench: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev,bench]"
	touch $@ $(VENV)/.dev $(VENV)/.run
