PYTHON ?= python3
BIN := .venv/bin

.PHONY: venv demo test test-neural lint format bench papers gallery house forge fuzz mutate campaign clean

venv: .venv/.installed

.venv/.installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	touch $@

# Exit code 1 says "inseparable": on the second question that is the right answer.
demo: venv
	$(BIN)/gordan check src/gordan/data/iris.csv --label species --positive setosa
	$(BIN)/gordan check src/gordan/data/iris.csv --label species --positive versicolor || test $$? -eq 1

test: venv
	$(BIN)/pytest -n 2 -rs

# PyTorch lives beside the environment and not in it, so that `make test` shows that gordan does without.
test-neural: .torch/.installed
	PYTHONPATH=.torch OMP_NUM_THREADS=1 $(BIN)/pytest tests/learn/neural

.torch/.installed: .venv/.installed
	rm -rf .torch
	$(BIN)/pip install --quiet --disable-pip-version-check --retries 5 --target .torch -c constraints.txt torch
	touch $@

# Days of random problems against exact arithmetic, see docs/trials.md; ended and begun again it goes on where it was.
campaign: venv
	PYTHONPATH=tests OMP_NUM_THREADS=1 $(BIN)/python -m campaign $(KIND) --code "$$(git rev-parse --short HEAD)"

lint: venv
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: venv
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: venv
	$(BIN)/python -m benchmarks

# The papers' tables, figures and theorems beside our measurements: docs/papers. What is measured already is not measured
# again; SIZE=--quick takes minutes, SIZE=--full hours.
papers: venv
	$(BIN)/python -m benchmarks papers $(SIZE)

# The pictures of docs/gallery.md, each by its script in examples/.
gallery: venv
	for example in examples/*.py; do MPLBACKEND=agg $(BIN)/python $$example || exit 1; done

# How many rooms, files and lines there are, and how far one call travels; fails where a figure is exceeded.
house: venv
	$(BIN)/python tools/house.py

# False claims of every kind, for hours: the verifier must refuse them all. Stop and start it at will.
HOURS ?= 8
forge: venv
	PYTHONPATH=tests:. $(BIN)/python -m liar.forge --hours $(HOURS)

# Any bytes to every reader; atheris where it installs, else the mutations of the corpus that the tests make, and more.
fuzz: venv
	-$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt atheris
	PYTHONPATH=tests:. $(BIN)/python -m fuzz --hours $(HOURS)

# One change at a time to the verifier, for hours: a test must fail. See tests/mutation/survivors.toml.
mutate: venv
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt coverage
	PYTHONPATH=tests:. $(BIN)/python -m mutation --hours $(HOURS)

clean:
	rm -rf .venv .torch build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests -type d -name __pycache__ -prune -exec rm -rf {} +
