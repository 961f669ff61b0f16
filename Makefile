# The two commands are "make play" and "make test"; the rest is for those who change things.
# PORT and HOST choose the address: make play PORT=9000 HOST=192.168.1.5; HTTPS=1 has it encrypted.

PYTHON ?= python3
VENV   := .venv
PY     := $(VENV)/bin/python
PIP    := $(PY) -m pip --disable-pip-version-check --no-input install -qq --require-hashes

.PHONY: play test bench lighthouse audit lock clean help
.DEFAULT_GOAL := help

help:
	@echo "make play   set up what is needed and start the table on this network"
	@echo "make test   run every check and test"
	@echo "make bench  measure what the README says about speed, size and taps"
	@echo "make lighthouse  have Lighthouse mark the table pages"
	@echo "make audit  look for known vulnerabilities in what is installed"

play: $(VENV)/.play
	@$(PY) manage.py play $(if $(HOST),--host "$(HOST)") $(if $(PORT),--port "$(PORT)") $(if $(HTTPS),--https)

test: $(VENV)/.test
	@$(PY) -m tests.run

bench: $(VENV)/.test
	@$(PY) -m bench.run

lighthouse: $(VENV)/.test
	@$(PY) -m bench.lighthouse

audit: $(VENV)/.test
	@$(PY) -m tests.audit

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Sidekick needs Python 3.11 or newer; choose one with: make PYTHON=python3.12"; exit 1; }
	@echo "Making $(VENV) ..."
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "Python's venv is missing; on Debian: apt install python3-venv"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
	  { rm -rf $(VENV); echo "$(VENV) cannot be made in $(CURDIR); the reason stands above."; exit 1; }

$(VENV)/.play: requirements.lock | $(PY)
	@echo "Installing what the table needs ..."
	@$(PIP) -r requirements.lock
	@touch $@

$(VENV)/.test: requirements-test.lock | $(PY)
	@echo "Installing what the tests need ..."
	@$(PIP) -r requirements-test.lock
	@touch $@ $(VENV)/.play

# Needs uv; writes no index address into the files. UPGRADE=1 takes the newest our ranges allow.
lock:
	uv pip compile -q $(if $(UPGRADE),--upgrade) pyproject.toml --universal --python-version 3.11 --generate-hashes \
	  --no-header --no-annotate --no-emit-index-url -o requirements.lock
	uv pip compile -q $(if $(UPGRADE),--upgrade) pyproject.toml --extra test --universal --python-version 3.11 \
	  --generate-hashes --no-header --no-annotate --no-emit-index-url -o requirements-test.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis test-results
