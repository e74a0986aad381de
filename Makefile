PYTHON ?= python3
VENV := .venv
READY := $(VENV)/.ready
DBT := VIRTUAL_ENV="$(abspath $(VENV))" $(VENV)/bin/dbt

# Short runs gain more from a quick compiler than from a good one.
export DEBEZIUM_JAVA_OPTIONS ?= -XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=512m

CASES ?= tests/conformance/smt_cases.jsonl
STREAMS ?= 200
MESSAGES ?= 10000
SEED ?= 1
SIZE ?= 1000000
CONVERTER ?= json
KILLS ?= 100
MINUTES ?= 60
ENGINE ?= embedded-iceberg
DIST ?= dist

.DEFAULT_GOAL := help
.PHONY: help setup demo report test test-slow test-report conformance replay simulate expected fuzz faults chain soak test-engine bench bench-smoke \
  test-crash test-e2e test-installed tutorial browser reference lint audit dist lock clean

help: ## list the targets
	@while IFS= read -r line; do case "$$line" in \
	  [a-z]*:*'## '*) printf '  %-15s%s\n' "$${line%%:*}" "$${line##*## }";; esac; done < Makefile

setup: $(READY) ## install everything into .venv: packages, Java if needed, Spark's jars

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

demo: $(READY) ## build the worked example, from landing to current rows
	@$(VENV)/bin/python -m dbt_debezium.demo

report: $(READY) ## write target/report.html, after make demo or dbt build
	@VIRTUAL_ENV="$(abspath $(VENV))" $(VENV)/bin/python -m dbt_debezium.report

test: $(READY) ## run all tests except the slow ones, then bench-smoke
	@$(VENV)/bin/python -m pytest
	@$(VENV)/bin/python -m benchmarks --smoke

test-slow: $(READY) browser ## run the slow tests: mutants, kills, two processes at once, single-event loads: an hour
	@$(VENV)/bin/python -m pytest -m slow

test-report: $(READY) browser ## compare the report's figures with SQL, and open its page in Chromium: five minutes
	@$(VENV)/bin/python -m pytest -m "slow or not slow" tests/test_report.py

conformance: $(READY) ## compare unwrap with the output of Debezium's transforms, in CASES=FILE
	@$(VENV)/bin/python -m dbt_debezium.conformance "$(CASES)"

replay: $(READY) ## build the capture in CAPTURE=DIR and compare with the rows of its database
	@$(if $(CAPTURE),,$(error CAPTURE is missing: make replay CAPTURE=DIR))$(VENV)/bin/python -m dbt_debezium.replay "$(CAPTURE)"

simulate: $(READY) ## build STREAMS=N random streams of SEED=S and compare with the state of their sources
	@PYTHONPATH=tests $(VENV)/bin/python -m simulator.checker "$(STREAMS)" "$(SEED)"

expected: $(READY) ## compare all rows of known events with stored results, or those of PART=P: an hour; WRITE=1 stores
	@PYTHONPATH=tests $(VENV)/bin/python -m expected $(PART) $(if $(WRITE),--write)

fuzz: $(READY) ## land MESSAGES=N mutated messages of SEED=S between good ones, build and compare: half an hour
	@PYTHONPATH=tests $(VENV)/bin/python -m fuzz "$(MESSAGES)" "$(SEED)"

faults: $(READY) ## kill landing, builds, maintenance and the catalog KILLS=N times, and compare what the next run leaves
	@PYTHONPATH=tests $(VENV)/bin/python -m faults --kills "$(KILLS)" --seed "$(SEED)"

chain: $(READY) ## run PostgreSQL, Debezium, Kafka, Spark and dbt with CONVERTER=json or avro, and compare with the database
	@PYTHONPATH=tests $(VENV)/bin/python -m chain --converter "$(CONVERTER)"

soak: $(READY) ## run the chain with incidents for MINUTES=N, compare, and draw each build's figures in target/soak.html
	@PYTHONPATH=tests $(VENV)/bin/python -m soak --minutes "$(MINUTES)" --seed "$(SEED)"

# other names of faults and chain
test-crash: faults
test-e2e: chain

test-engine: $(READY) ## run the suite on ENGINE=E and write docs/engines.md: a quarter of an hour
	@PYTHONPATH=tests $(VENV)/bin/python -m engines "$(ENGINE)"

bench: $(READY) ## measure against the alternatives, tables of up to SIZE= rows, and write docs/benchmarks.md: an hour
	@DEBEZIUM_JAVA_OPTIONS= $(VENV)/bin/python -m benchmarks --size "$(SIZE)"

bench-smoke: $(READY) ## compare a few ratios with their limits, on small data
	@$(VENV)/bin/python -m benchmarks --smoke

reference: $(READY) ## write the reference pages: macros, columns, classes, messages
	@PYTHONPATH=tests $(VENV)/bin/python -m reference.page

browser: $(READY) ## install Debian's Chromium for the report's tests, as root, if there is no browser
	@PYTHONPATH=tests $(VENV)/bin/python -m browser

test-installed: $(READY) ## test what `make dist` builds, in an empty environment and a separate project
	@$(VENV)/bin/python -m pytest -m slow tests/test_installed.py

tutorial: $(READY) ## run docs/tutorial.md word for word: six minutes
	@$(VENV)/bin/python -m pytest -m slow tests/test_tutorial.py

lint: $(READY) ## check Python, SQL and white space: the hooks of .pre-commit-config.yaml
	@PATH="$(abspath $(VENV))/bin:$$PATH" pre-commit run --all-files

# What a project needs that installs the package.
PACKAGE := dbt_project.yml macros tests/generic seeds/rejection_reasons.csv .sqlfluff tests/sqlfluff LICENSE README.md CHANGELOG.md
VERSION = $(shell sed -n 's/^version: "\(.*\)"/\1/p' dbt_project.yml)

dist: $(READY) ## build the Python wheel and the archive of the dbt package, into DIST=dist
	@rm -rf build "$(DIST)" && mkdir -p "$(DIST)"
	@$(VENV)/bin/python -m pip wheel -qq --disable-pip-version-check \
	  --no-deps --no-build-isolation --wheel-dir "$(DIST)" .
	@export GIT_INDEX_FILE="$(abspath $(DIST))/.index" && git add $(PACKAGE) && git archive \
	  --prefix=debezium/ --output="$(DIST)/debezium-$(VERSION).tar.gz" $$(git write-tree) && \
	  rm "$$GIT_INDEX_FILE"
	@ls "$(DIST)"

# Without --strict a package that PyPI tells nothing of would pass.
audit: ## list known vulnerabilities of requirements.lock, from PyPI
	@$(PYTHON) -m venv .venv-audit
	@.venv-audit/bin/python -m pip install -qq --disable-pip-version-check pip-audit==2.10.1
	@.venv-audit/bin/pip-audit --strict --require-hashes --disable-pip -r requirements.lock || { echo \
	  "make audit: a vulnerability, or a package that PyPI does not know: neither passes" >&2; exit 1; }

lock: ## write requirements.lock from pyproject.toml (needs uv)
	@uv pip compile --quiet --universal --python-version 3.10 --generate-hashes --no-strip-extras \
	  --no-emit-index-url --no-header --all-extras pyproject.toml \
	  --output-file requirements.lock

clean: ## remove the files of the other targets, and .venv
	@rm -rf $(VENV) .venv-audit .lake target logs dbt_packages build dist
