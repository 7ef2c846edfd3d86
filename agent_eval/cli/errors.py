"""How a command fails: one sentence for the user and an exit code. `agent_eval.cli.main` catches both."""

from collections.abc import Iterable
from difflib import get_close_matches

OK, CHECK_FAILED, USAGE, BENCH_FAILED, INTERRUPTED = 0, 1, 2, 3, 130


class UsageError(Exception):
    """What was asked for cannot be: exit code 2. The message says what was wrong, what was expected, and what to do."""


class BenchError(Exception):
    """The bench itself failed: exit code 3. The message says what failed and what to do."""


def check_between(option: str, value: float, low: float, high: float) -> None:
    """Refuse a number that is out of its range, or none.

    Raises:
        UsageError: it is.
    """
    if not low <= value <= high:  # which no comparison with nan holds for
        raise UsageError(f"{option} is {value:.15g}, expected a number from {low:g} to {high:g}.")


def unknown(kind: str, name: str, known: Iterable[str], hint: str = "") -> UsageError:
    """The error for a name that stands for nothing, with the nearest names, or all of them where none is near and they are few.

    Args:
        kind: what it should have been: ``build``, ``device``.
        name: as given.
        known: every name that would have done.
        hint: a sentence that follows: where the names are listed.
    """
    names = list(dict.fromkeys(known))
    near = get_close_matches(name, names, n=3, cutoff=0.5)
    if near:
        rest = f"did you mean {' or '.join(near)}?"
    elif not names:
        rest = "there is none yet."
    else:
        rest = f"known are {', '.join(names[:12])}{', …' if len(names) > 12 else ''}."
    return UsageError(f"unknown {kind} {name!r}: {rest}{' ' + hint if hint else ''}")
