PYTHON ?= python3
VENV := .venv
READY := $(VENV)/.ready
DBT := VIRTUAL_ENV=$(abspath $(VENV)) $(VENV)/bin/dbt

# Short runs gain more from a quick compiler than from a good one.
export DEBEZIUM_JAVA_OPTIONS ?= -XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=512m

CASES ?= tests/conformance/smt_cases.jsonl
STREAMS ?= 200
SEED ?= 1
SIZE ?= 1000000
ENGINE ?= embedded-iceberg

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-slow conformance replay simulate faults chain test-engine bench bench-smoke lint audit lock clean

help: ## what can be made
	@while IFS= read -r line; do case "$$line" in \
	  [a-z]*:*'## '*) printf '  %-13s%s\n' "$${line%%:*}" "$${line##*## }";; esac; done < Makefile

setup: $(READY) ## everything into .venv: packages, Java if there is none, Spark's jars

$(READY): requirements.lock pyproject.toml python_udfs/dbt_debezium/jars.json
	@echo "1/4 packages into $(VENV): some minutes at first"
	@$(PYTHON) -m venv $(VENV)
	@$(VENV)/bin/python -m pip install -qq --disable-pip-version-check \
	  --require-hashes -r requirements.lock
	@echo "2/4 this project, editable"
	@$(VENV)/bin/python -m pip install -qq --disable-pip-version-check \
	  --no-deps --no-build-isolation --editable .
	@echo "3/4 Spark's jars: 60 MB"
	@$(VENV)/bin/python -m dbt_debezium.install
	@echo "4/4 the worked example's first day, landed in .lake"
	@test -e .lake/landed || { rm -rf .lake && $(DBT) --quiet run-operation land_example && touch .lake/landed; }
	@touch $@
	@echo "ready: . $(VENV)/bin/activate"

demo: $(READY) ## the worked example, from landing to current state
	@$(VENV)/bin/python -m dbt_debezium.demo

test: $(READY) ## all tests but the slow ones, then bench-smoke
	@$(VENV)/bin/python -m pytest
	@$(VENV)/bin/python -m benchmarks --smoke

test-slow: $(READY) ## the judge's mutants, kills, two processes at once, single-event loads: half an hour
	@$(VENV)/bin/python -m pytest -m slow

conformance: $(READY) ## unwrap against the cases of the transforms, in CASES=FILE
	@$(VENV)/bin/python -m dbt_debezium.conformance "$(CASES)"

replay: $(READY) ## a capture in CAPTURE=DIR through generated models, against the database's own rows
	@$(VENV)/bin/python -m dbt_debezium.replay "$(CAPTURE)"

simulate: $(READY) ## STREAMS=N random streams of SEED=S through the models, against their truth
	@PYTHONPATH=tests $(VENV)/bin/python -m simulator.judge "$(STREAMS)" "$(SEED)"

faults: $(READY) ## kill -9 at each statement that writes and at random moments: about 40 minutes
	@PYTHONPATH=tests $(VENV)/bin/python -m faults

chain: $(READY) ## PostgreSQL, Debezium, Kafka, Spark, dbt, all started here, against the database's rows
	@PYTHONPATH=tests $(VENV)/bin/python -m chain

test-engine: $(READY) ## the suite on ENGINE=E and its table format; writes docs/engines.md: a quarter of an hour
	@PYTHONPATH=tests $(VENV)/bin/python -m engines "$(ENGINE)"

bench: $(READY) ## ours beside its peers, tables of up to SIZE= rows; writes docs/benchmarks.md: an hour
	@DEBEZIUM_JAVA_OPTIONS= $(VENV)/bin/python -m benchmarks --size "$(SIZE)"

bench-smoke: $(READY) ## a few ratios of small data against their limits
	@$(VENV)/bin/python -m benchmarks --smoke

lint: $(READY) ## Python and SQL
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/ruff format --check .
	@$(VENV)/bin/mypy
	@$(VENV)/bin/sqlfluff lint .

# Without --strict a package that PyPI tells nothing of would pass.
audit: ## known vulnerabilities of requirements.lock, as PyPI tells them
	@$(PYTHON) -m venv .venv-audit
	@.venv-audit/bin/python -m pip install -qq --disable-pip-version-check pip-audit==2.10.1
	@.venv-audit/bin/pip-audit --strict --require-hashes --disable-pip -r requirements.lock || { echo \
	  "make audit: a vulnerability, or a package of which PyPI told nothing: either is no pass" >&2; exit 1; }

lock: ## requirements.lock anew from pyproject.toml (needs uv)
	@uv pip compile --quiet --universal --python-version 3.10 --generate-hashes --no-strip-extras \
	  --no-emit-index-url --no-header --all-extras pyproject.toml \
	  --output-file requirements.lock

clean: ## remove what the other targets made, .venv too
	@rm -rf $(VENV) .venv-audit .lake target logs dbt_packages
