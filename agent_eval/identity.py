"""What decides the meaning of a run's numbers, held against another run's."""

from collections.abc import Iterator, Mapping
from typing import Any


def differing(before: Mapping[str, Any], after: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any, Any]]:
    """(path, before, after) of every leaf in which two identities differ; a path's words are parted by spaces."""
    for name in sorted(before.keys() | after.keys()):
        old, new = before.get(name), after.get(name)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from differing(old, new, f"{prefix}{name} ")
        elif old != new:
            yield f"{prefix}{name}", old, new


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Every leaf in which two identities differ, in words. Hashes are named and not spelt out."""
    return [
        f"the {path} differs" if path.split()[-1] == "hash" else f"{path} was {old!r} and is {new!r}"
        for path, old, new in differing(before, after)
    ]
