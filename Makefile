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
DIST ?= dist

.DEFAULT_GOAL := help
.PHONY: help setup demo report test test-slow test-report conformance replay simulate expected faults chain test-engine bench bench-smoke \
  test-installed tutorial browser reference lint audit dist lock clean

help: ## what can be made
	@while IFS= read -r line; do case "$$line" in \
	  [a-z]*:*'## '*) printf '  %-15s%s\n' "$${line%%:*}" "$${line##*## }";; esac; done < Makefile

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

report: $(READY) ## target/report.html: what landed and what became of it, after make demo or dbt build
	@VIRTUAL_ENV=$(abspath $(VENV)) $(VENV)/bin/python -m dbt_debezium.report

test: $(READY) ## all tests but the slow ones, then bench-smoke
	@$(VENV)/bin/python -m pytest
	@$(VENV)/bin/python -m benchmarks --smoke

test-slow: $(READY) browser ## the judge's mutants, kills, two processes at once, single-event loads: an hour
	@$(VENV)/bin/python -m pytest -m slow

test-report: $(READY) browser ## the report's figures against SQL, and its page in Chromium: five minutes
	@$(VENV)/bin/python -m pytest -m "slow or not slow" tests/test_report.py

conformance: $(READY) ## unwrap against the cases of the transforms, in CASES=FILE
	@$(VENV)/bin/python -m dbt_debezium.conformance "$(CASES)"

replay: $(READY) ## a capture in CAPTURE=DIR through generated models, against the database's own rows
	@$(VENV)/bin/python -m dbt_debezium.replay "$(CAPTURE)"

simulate: $(READY) ## STREAMS=N random streams of SEED=S through the models, against their truth
	@PYTHONPATH=tests $(VENV)/bin/python -m simulator.judge "$(STREAMS)" "$(SEED)"

expected: $(READY) ## all rows of known events against stored results, or those of PART=P: an hour; WRITE=1 stores
	@PYTHONPATH=tests $(VENV)/bin/python -m expected $(PART) $(if $(WRITE),--write)

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

reference: $(READY) ## docs/macros.md anew, from the macros
	@PYTHONPATH=tests $(VENV)/bin/python -m reference.page

browser: $(READY) ## Debian's Chromium for the report's tests, where this is root and has no browser
	@PYTHONPATH=tests $(VENV)/bin/python -m browser

test-installed: $(READY) ## what `make dist` builds, in an empty environment and a project of its own
	@$(VENV)/bin/python -m pytest -m slow tests/test_installed.py

tutorial: $(READY) ## docs/tutorial.md word for word: six minutes
	@$(VENV)/bin/python -m pytest -m slow tests/test_tutorial.py

lint: $(READY) ## Python, SQL and white space: the hooks of .pre-commit-config.yaml
	@PATH="$(abspath $(VENV))/bin:$$PATH" pre-commit run --all-files

# What a project needs that installs the package.
PACKAGE := dbt_project.yml macros tests/generic seeds/rejection_reasons.csv .sqlfluff tests/sqlfluff LICENSE README.md CHANGELOG.md
VERSION = $(shell sed -n 's/^version: "\(.*\)"/\1/p' dbt_project.yml)

dist: $(READY) ## the Python wheel and the dbt package's archive, into DIST=dist
	@rm -rf build "$(DIST)" && mkdir -p "$(DIST)"
	@$(VENV)/bin/python -m pip wheel -qq --disable-pip-version-check \
	  --no-deps --no-build-isolation --wheel-dir "$(DIST)" .
	@export GIT_INDEX_FILE="$(abspath $(DIST))/.index" && git add $(PACKAGE) && git archive \
	  --prefix=debezium/ --output="$(DIST)/debezium-$(VERSION).tar.gz" $$(git write-tree) && \
	  rm "$$GIT_INDEX_FILE"
	@ls "$(DIST)"

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
	@rm -rf $(VENV) .venv-audit .lake target logs dbt_packages build dist
