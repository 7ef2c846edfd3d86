#!/usr/bin/env bash
# Make .venv with the exact versions of requirements.lock. Called by `make setup`; safe to call again after a failure.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf 'setup: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

fits() { "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null; }
python=""
for candidate in "${PYTHON:-}" python3 python3.13 python3.12 python3.11; do
    if [ -n "$candidate" ] && command -v "$candidate" >/dev/null && fits "$candidate"; then python=$candidate; break; fi
done
[ -n "$python" ] || fail "no Python 3.11, 3.12 or 3.13 found; install one (Debian: apt install python3 python3-venv) or name it: make setup PYTHON=/path/to/python3.12"
case "$(uname -sm)" in
    "Linux x86_64" | "Linux aarch64") ;;
    *) fail "vLLM's CPU engine has wheels for Linux on x86-64 and aarch64, and this is $(uname -sm)" ;;
esac

if [ ! -x .venv/bin/python ] || ! fits .venv/bin/python; then
    say "making .venv with $("$python" --version)"
    "$python" -m venv --clear .venv || fail "$python cannot make a virtual environment; install its venv module (Debian: apt install python3-venv)"
fi
pip=(.venv/bin/python -m pip --disable-pip-version-check -qq)

torch=$(sed -n 's/^# \(torch==[0-9.]*\)$/\1+cpu/p' requirements.lock)
[ -n "$torch" ] || fail "requirements.lock names no torch version; write it again with scripts/lock.py"
say "installing $torch (the CPU build)"
if ! "${pip[@]}" install --no-deps --only-binary :all: "$torch" 2>/dev/null; then
    say "pip does not find $torch where it looks; taking it from PyTorch's own CPU wheel index ($TORCH_INDEX)"
    "${pip[@]}" install --no-deps --only-binary :all: --index-url "$TORCH_INDEX" "$torch" || fail "$torch could not be installed; check the network, or set TORCH_INDEX to an index that has it"
fi

say "installing the $(grep -c '^[a-z]' requirements.lock) packages of requirements.lock; a few minutes the first time"
"${pip[@]}" install --no-deps -r requirements.lock || fail "a package could not be installed (see above); run make setup again"
"${pip[@]}" install --no-deps --no-build-isolation --editable .
say "done: .venv/bin/agent-eval"
