"""Several single-threaded processes that train one model: each takes its share of a step's examples, and the gradients are added up.

On a CPU this is faster than one process with as many threads: nothing waits at the end of every operation, only at the end of a step.
Every worker draws the same examples and holds the same state, so none of them is special but for who writes files.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import torch
import torch.distributed as dist
from torch import Tensor, nn

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Team:
    """This worker's place among them. A team of one does everything itself."""

    rank: int = 0
    size: int = 1

    def share(self, entries: Sequence[T]) -> Sequence[T]:
        """This worker's part."""
        return entries[self.rank :: self.size]

    def gather(self, own: Sequence[T]) -> list[T]:
        """Every worker's part of what `share` split, back in order. Entries must be picklable."""
        if self.size == 1:
            return list(own)
        parts: list[Sequence[T]] = [()] * self.size
        dist.all_gather_object(parts, list(own))
        return [parts[place % self.size][place // self.size] for place in range(sum(len(part) for part in parts))]

    def add(self, values: Tensor) -> Tensor:
        """The sum over all workers, in place."""
        if self.size > 1:
            dist.all_reduce(values)
        return values

    def add_gradients(self, parameters: Iterable[nn.Parameter]) -> None:
        """Give every worker the sum of all workers' gradients. A worker without examples has none: they count as zero."""
        if self.size == 1:
            return
        known = list(parameters)
        flat = torch.cat([(torch.zeros_like(p) if p.grad is None else p.grad).flatten() for p in known])
        dist.all_reduce(flat)
        for parameter, gradient in zip(known, torch.split(flat, [p.numel() for p in known]), strict=True):
            parameter.grad = gradient.view_as(parameter)

    def agree(self, value: int) -> int:
        """The first worker's value."""
        if self.size == 1:
            return value
        told = torch.tensor([value])
        dist.broadcast(told, 0)
        return int(told.item())

    def wait(self) -> None:
        """Until every worker is here: one that leaves while another still listens to it can take that one down."""
        if self.size > 1:
            dist.barrier()


def join(rank: int, size: int, meeting: str) -> Team:
    """Meet the other workers.

    Args:
        meeting: path of a file that does not exist yet, the same for all.
    """
    torch.set_num_threads(1)
    if size > 1:
        dist.init_process_group("gloo", init_method=f"file://{meeting}", rank=rank, world_size=size)
    return Team(rank, size)


def leave() -> None:
    if dist.is_initialized():
        dist.destroy_process_group()
