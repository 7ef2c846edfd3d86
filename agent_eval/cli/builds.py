"""``agent-eval builds``: what there is to serve."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from agent_eval.builds import artefact, registry
from agent_eval.builds.artefact import Build
from agent_eval.builds.scheme import SCHEMES
from agent_eval.cli.errors import CHECK_FAILED, UsageError, unknown
from agent_eval.program import program

app = typer.Typer(no_args_is_help=True, help="List, show, create and verify builds.")

Model = Annotated[Path | None, typer.Option("--model", help="Folder of a Spark checkpoint to build from, instead of the one that ships.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def _row(build: Build) -> dict[str, Any]:
    return {**build.info(), "about": SCHEMES[build.scheme].about if build.scheme in SCHEMES else "", "made": True}


def _promise(base: registry.Base, scheme: str) -> dict[str, Any]:
    """What is known of a build before it is made."""
    return {
        "build": registry.build_name(base, scheme),
        "hash": None,
        "scheme": scheme,
        "group": None,
        "bits_per_weight": None,
        "size_bytes": None,
        "base": base.name,
        "base_label": base.label,
        "path": None,
        "about": SCHEMES[scheme].about,
        "made": False,
    }


def _out() -> Console:
    return Console(highlight=False)


def _print_json(value: Any) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=1))


@app.command("list")
def list_builds(model: Model = None, as_json: AsJson = False) -> None:
    """Show every build; those that can be made at once are listed too."""
    base = registry.choose_base(model)
    builds, broken = registry.made()
    rows: list[dict[str, Any]] = []
    for scheme in SCHEMES:
        build = registry.find(scheme, model)
        rows.append(_row(build) if build else _promise(base, scheme))
    shown = {row["hash"] for row in rows}
    rows += [_row(build) for build in builds if build.hash not in shown]
    for problem in broken:
        Console(stderr=True, soft_wrap=True, highlight=False).print(str(problem), markup=False)
    if as_json:
        _print_json(rows)
        return
    table = Table(box=None, pad_edge=False)
    for title in ("build", "hash", "bits", "group", "size", "base"):
        table.add_column(title, justify="right" if title in {"bits", "group", "size"} else "left", overflow="fold")
    for row in rows:
        figures = (
            (f"{row['bits_per_weight']:.2f}", str(row["group"] or ""), f"{row['size_bytes'] / 1e6:.0f} MB") if row["made"] else ("", "", "")
        )
        table.add_row(row["build"], row["hash"][:12] if row["made"] else "at first use", *figures, row["base_label"])
    _out().print(table)


@app.command()
def show(name: Annotated[str, typer.Argument(help="Name or beginning of the hash.")], model: Model = None, as_json: AsJson = False) -> None:
    """Show one build in full."""
    build = registry.find(name, model)
    base = registry.choose_base(model)
    row = (
        _row(build) if build else _promise(base, next(scheme for scheme in SCHEMES if name in (scheme, registry.build_name(base, scheme))))
    )
    if as_json:
        _print_json([row])
        return
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column()
    table.add_column(overflow="fold")
    for key, value in row.items():
        words = ", ".join(f"{name} {number}" for name, number in value.items()) if isinstance(value, dict) else value
        table.add_row(
            key.replace("_", " "), "made at first use" if key == "hash" and value is None else "" if words is None else str(words)
        )
    _out().print(table)


@app.command()
def create(
    given: Annotated[str | None, typer.Argument(metavar="SCHEME", help=f"One of {', '.join(SCHEMES)}.")] = None,
    option: Annotated[str | None, typer.Option("--scheme", help="The same.")] = None,
    model: Model = None,
    as_json: AsJson = False,
) -> None:
    """Make a build now rather than at first use."""
    scheme = given if option is None else option
    if scheme is None or (given is not None and option is not None):
        raise UsageError(f"say once by which scheme: `{program()} builds create --scheme w4a16`; known are {', '.join(SCHEMES)}.")
    if scheme not in SCHEMES:
        raise unknown("scheme", scheme, SCHEMES)
    build = registry.create(registry.choose_base(model), scheme)
    if as_json:
        _print_json([_row(build)])
    else:
        _out().print(
            f"{build.name} {build.hash[:12]}: {build.bits_per_weight:.2f} bits a weight, {build.size_bytes / 1e6:.0f} MB", markup=False
        )
        _out().print(f"in {build.path}", markup=False)


@app.command()
def verify(
    name: Annotated[str | None, typer.Argument(help="Name or beginning of the hash; all builds where left out.")] = None,
    model: Model = None,
    as_json: AsJson = False,
) -> None:
    """Read builds again and compare their hashes. Exit code 1 if anything changed."""
    if name is None:
        builds, broken = registry.made()
    else:
        build = registry.find(name, model)
        if build is None:
            raise UsageError(f"the build {name!r} is not made yet: `{program()} builds create` makes it.")
        builds, broken = [build], []
    results = [
        {"build": build.name, "hash": build.hash, "path": str(build.path), "changed": artefact.changed_files(build)} for build in builds
    ]
    if as_json:
        _print_json(results)
    for result in results if not as_json else []:
        state = f"CHANGED: {', '.join(result['changed'])}" if result["changed"] else "as made"
        _out().print(f"{result['build']} {str(result['hash'])[:12]}: {state}", markup=False)
    for problem in broken:
        Console(stderr=True, soft_wrap=True, highlight=False).print(str(problem), markup=False)
    if broken or any(result["changed"] for result in results):
        raise typer.Exit(CHECK_FAILED)
