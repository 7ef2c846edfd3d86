"""What the place of a group's zero costs a model that was fine-tuned from a 4-bit one.

spark-nano's base comes from a Q4_1 file: its weights already lie on a 4-bit grid. A grid whose zero is free to follow each group's least
weight coincides with that one, and rounding to it undoes most of what the adapter added; a grid on which 0 is a point does not. Each
variant answers the same held-out decisions of the reference solutions; the checkpoint itself is the yardstick.

``python benchmarks/zero_points.py [--decisions 84] [--json]``
"""

import argparse
import json
from collections.abc import Callable

import torch

from agent_eval.builds.int4 import CENTRE, LEVELS, dequantise, quantise
from agent_eval.builds.scheme import is_quantised
from agent_eval.engine.reference import Reference, load_reference
from agent_eval.spark_nano.checkpoint import ensure
from agent_eval.spark_nano.fidelity import answers, decisions, fidelity

Round = Callable[[torch.Tensor], torch.Tensor]


def free_zero(weight: torch.Tensor, group: int) -> torch.Tensor:
    """To the grid that spans each group's least and greatest weight, and back."""
    grouped = weight.view(weight.shape[0], -1, group)
    low, high = grouped.aminmax(dim=2, keepdim=True)
    scale = ((high - low) / (LEVELS - 1)).bfloat16().float().clamp_min(1e-12)
    zero = (low + CENTRE * scale).bfloat16().float()
    codes = ((grouped - zero) / scale).round().add(CENTRE).clamp(0, LEVELS - 1)
    return ((codes - CENTRE) * scale + zero).view_as(weight)


def whole_zero(weight: torch.Tensor, group: int) -> torch.Tensor:
    """To the grid of the w4a16 scheme, and back."""
    return dequantise(quantise(weight, group))


def rounded(model: Reference, how: Round) -> Reference:
    """The model with everything that the schemes quantise rounded."""
    return Reference(
        model.shape, model.config, {name: how(value) if is_quantised(name) else value for name, value in model.tensors.items()}
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=84)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    model, asked = load_reference(ensure()), decisions(arguments.decisions)
    base = answers(model, asked)
    variants: dict[str, Round | None] = {"none": None}
    for group in (32, 64):
        variants[f"free zero, groups of {group}"] = lambda weight, group=group: free_zero(weight, group)
        variants[f"whole zero, groups of {group}"] = lambda weight, group=group: whole_zero(weight, group)
    rows = []
    for name, how in variants.items():
        found = base if how is None else answers(rounded(model, how), asked)
        measured = fidelity(found, base, asked)
        exact, changed, divergence = measured.exact, measured.changed, measured.kl
        rows.append(
            {"rounding": name, "exact": exact, "changed": changed, "decisions": len(asked), "kl_nats_a_token": round(divergence, 4)}
        )
        if arguments.json:
            print(json.dumps(rows[-1]), flush=True)
        else:
            print(f"{name:26} {exact}/{len(asked)} exact, {changed} changed, KL {divergence:.4f} nats a token", flush=True)


if __name__ == "__main__":
    main()
