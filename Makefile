# `make run` drives the simulated phone with a w4a16 build; `make test` checks everything. Both set up .venv first, once.
.PHONY: setup run test lint format clean
.DELETE_ON_ERROR:

# PyTorch's own index of CPU wheels, used only where pip does not find the CPU build on its own.
export TORCH_INDEX ?= https://download.pytorch.org/whl/cpu
READY := .venv/ready
ARGS ?=

setup: $(READY)

$(READY): requirements.lock pyproject.toml scripts/setup.sh
	@scripts/setup.sh
	@touch $@

run: $(READY)
	@.venv/bin/agent-eval run --build w4a16 --device sim $(ARGS)

test: lint
	.venv/bin/python -m pytest --numprocesses logical --maxprocesses 4 --dist loadfile $(ARGS)

lint: $(READY)
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy

format: $(READY)
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache
