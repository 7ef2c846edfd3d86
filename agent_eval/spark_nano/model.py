"""spark-nano in plain PyTorch, for training and for playing without an engine: the base frozen in bfloat16, an adapter on top in float32.

The adapter is LoRA (Hu et al. 2021) on every linear but ``g_proj``, and the embedding rows of Spark's tags, which the base never learned.
Forward and backward of the heavy parts are written out: a frozen weight needs no gradient, padding stands only at the end of a row so that
the causal mask is all the mask there is, and the three query heads that share a key head are folded into one matrix product. On a CPU with
bfloat16 instructions that is several times faster than the generic path.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - its usual name

from agent_eval.engine.cpu import probe
from agent_eval.spark_nano.base import EOS, HEAD_DIM, HEADS, HIDDEN, KV_HEADS, LAYERS, MAX_POSITIONS, MLP, RMS_EPS, ROPE_THETA, TAG_IDS

GROUP = HEADS // KV_HEADS
# sigmoid(g_proj(x)) with g_proj = 0; see `base`.
GATE = 0.5
# Linears of a layer as the model runs them → names in the checkpoint, stacked along the output.
LINEARS = {
    "qkv": ("self_attn.q_k_v_proj",),
    "out": ("self_attn.out_proj",),
    "gate_up": ("mlp.gate_proj", "mlp.up_proj"),
    "down": ("mlp.down_proj",),
}
SCALE = 2.0
Rounding = Callable[[Tensor], Tensor]
"""(out, in) → the same matrix on a coarser grid, in the same type."""


def fast_type(device: str = "cpu") -> torch.dtype:
    """Of weights and activations: bfloat16 where it is multiplied in hardware, float32 elsewhere, where bfloat16 is many times slower."""
    return torch.bfloat16 if device != "cpu" or probe().fast_bf16 else torch.float32


class _LoraLinear(torch.autograd.Function):
    """``x (W + SCALE · B A)ᵀ`` with gradients of A and B alone. x (rows, in), whole (out, in), A (rank, in), B (out, rank).

    The sum of weight and correction is given, rounded as a checkpoint holds it: what is trained is what will be played.
    """

    @staticmethod
    def forward(ctx: Any, x: Tensor, whole: Tensor, a: Tensor, b: Tensor) -> Tensor:
        ctx.save_for_backward(x, whole, a, b)
        return F.linear(x, whole)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor | None, ...]:
        (gy,) = grads
        x, whole, a, b = ctx.saved_tensors
        return gy @ whole, None, (gy @ b).mul_(SCALE).t() @ x, (gy.t() @ (x @ a.t())).mul_(SCALE)


class _Embed(torch.autograd.Function):
    """Rows of the embedding, with gradients of the tags' rows alone. ids (n,) → (n, HIDDEN)."""

    @staticmethod
    def forward(ctx: Any, ids: Tensor, embedding: Tensor, tags: Tensor) -> Tensor:
        ctx.save_for_backward(ids, tags)
        return F.embedding(ids, embedding)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor | None, ...]:
        (gy,) = grads
        ids, tags = ctx.saved_tensors
        # All other ids are added up in one row more, which is dropped: their number is not known without asking the device.
        rows = torch.where((ids >= TAG_IDS[0]) & (ids <= TAG_IDS[-1]), ids - TAG_IDS[0], len(tags))
        return None, None, tags.new_zeros(len(tags) + 1, HIDDEN).index_add_(0, rows, gy.to(tags.dtype))[:-1]


class _Head(torch.autograd.Function):
    """Logits, with gradients of the tags' rows alone. x (n, HIDDEN) → (n, VOCABULARY)."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, embedding: Tensor, tags: Tensor) -> Tensor:
        ctx.save_for_backward(x, embedding, tags)
        return F.linear(x, embedding)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor | None, ...]:
        (gy,) = grads
        x, embedding, tags = ctx.saved_tensors
        return gy @ embedding, None, (gy[:, TAG_IDS[0] : TAG_IDS[-1] + 1].t() @ x).to(tags.dtype)


class _CrossEntropy(torch.autograd.Function):
    """Negative log likelihood of each target, in float32. logits (n, VOCABULARY), targets (n,) → (n,)."""

    @staticmethod
    def forward(ctx: Any, logits: Tensor, targets: Tensor) -> Tensor:
        wide = logits.float()
        top = wide.amax(-1, keepdim=True)
        result = top[:, 0] - wide.gather(1, targets[:, None])[:, 0]
        total = wide.sub_(top).exp_().sum(-1, keepdim=True)
        ctx.save_for_backward(wide.div_(total).to(logits.dtype), targets)
        return result + total[:, 0].log()

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor | None, ...]:
        (gy,) = grads
        chances, targets = ctx.saved_tensors
        result = chances * gy[:, None].to(chances.dtype)
        result[torch.arange(len(targets), device=targets.device), targets] -= gy.to(chances.dtype)
        return result, None


def cross_entropy(logits: Tensor, targets: Tensor) -> Tensor:
    """Negative log likelihood of each target in nats: (n,)."""
    result: Tensor = _CrossEntropy.apply(logits, targets)  # type: ignore[no-untyped-call]
    return result


class _Norm(torch.autograd.Function):
    """RMSNorm with a frozen weight, computed in float32."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor) -> Tensor:
        wide = x.float()
        scale = torch.rsqrt(wide.square().mean(-1, keepdim=True) + RMS_EPS)
        ctx.save_for_backward(x, weight, scale)
        return (wide * scale).mul_(weight).to(x.dtype)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor | None, ...]:
        (gy,) = grads
        x, weight, scale = ctx.saved_tensors
        normed = x.float() * scale
        g = gy.float() * weight
        along = (g * normed).mean(-1, keepdim=True)
        return g.addcmul_(normed, along, value=-1.0).mul_(scale).to(x.dtype), None


class _Gated(torch.autograd.Function):
    """``gelu(gate) · up`` of (rows, 2 · MLP)."""

    @staticmethod
    def forward(ctx: Any, gate_up: Tensor) -> Tensor:
        ctx.save_for_backward(gate_up)
        gate, up = gate_up[:, :MLP], gate_up[:, MLP:]
        return F.gelu(gate).mul_(up)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Tensor:
        (gy,) = grads
        (gate_up,) = ctx.saved_tensors
        gate, up = gate_up[:, :MLP], gate_up[:, MLP:]
        result = torch.empty_like(gate_up)
        result[:, :MLP] = torch.ops.aten.gelu_backward(gy * up, gate)
        torch.mul(gy, F.gelu(gate), out=result[:, MLP:])
        return result


def _rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Rotary embedding in halves. x (..., length, heads, HEAD_DIM), cos and sin (length, 1, HEAD_DIM / 2)."""
    first, second = x.chunk(2, -1)
    return torch.cat((first * cos - second * sin, second * cos + first * sin), -1)


def _fold(q: Tensor) -> Tensor:
    """(rows, length, HEADS, HEAD_DIM) → (rows · KV_HEADS, GROUP · length, HEAD_DIM): queries that share a key head below one another."""
    rows, length = q.shape[:2]
    return q.view(rows, length, KV_HEADS, GROUP, HEAD_DIM).permute(0, 2, 3, 1, 4).reshape(rows * KV_HEADS, GROUP * length, HEAD_DIM)


def _unfold(x: Tensor, rows: int, length: int) -> Tensor:
    return x.view(rows, KV_HEADS, GROUP, length, HEAD_DIM).permute(0, 3, 1, 2, 4).reshape(rows, length, HEADS * HEAD_DIM)


def _heads(x: Tensor) -> Tensor:
    """(rows, length, KV_HEADS, HEAD_DIM) → (rows · KV_HEADS, length, HEAD_DIM)."""
    rows, length = x.shape[:2]
    return x.transpose(1, 2).reshape(rows * KV_HEADS, length, HEAD_DIM)


class _Attention(torch.autograd.Function):
    """Causal attention of (rows, length, q + k + v) → (rows, length, HEADS · HEAD_DIM), the constant head gate included."""

    @staticmethod
    def forward(ctx: Any, qkv: Tensor, cos: Tensor, sin: Tensor, mask: Tensor) -> Tensor:
        rows, length, _ = qkv.shape
        heads = qkv.view(rows, length, HEADS + 2 * KV_HEADS, HEAD_DIM)
        turned = _rotate(heads[:, :, : HEADS + KV_HEADS], cos, sin)
        q, k, v = _fold(turned[:, :, :HEADS]), _heads(turned[:, :, HEADS:]), _heads(heads[:, :, HEADS + KV_HEADS :])
        scores = torch.baddbmm(mask.expand(q.shape[0], -1, -1), q, k.transpose(1, 2), alpha=HEAD_DIM**-0.5)
        weights = scores.softmax(-1)
        ctx.save_for_backward(q, k, v, weights, cos, sin)
        return _unfold((weights @ v).mul_(GATE), rows, length)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor | None, ...]:
        (gy,) = grads
        q, k, v, weights, cos, sin = ctx.saved_tensors
        rows, length, _ = gy.shape
        g = _fold((gy * GATE).view(rows, length, HEADS, HEAD_DIM))
        gv = weights.transpose(1, 2) @ g
        gs = torch._softmax_backward_data(g @ v.transpose(1, 2), weights, -1, weights.dtype)
        gq = (gs @ k).mul_(HEAD_DIM**-0.5)
        gk = (gs.transpose(1, 2) @ q).mul_(HEAD_DIM**-0.5)
        result = gy.new_empty(rows, length, HEADS + 2 * KV_HEADS, HEAD_DIM)
        # The transpose of a rotation turns the other way.
        result[:, :, :HEADS] = _rotate(_unfold(gq, rows, length).view(rows, length, HEADS, HEAD_DIM), cos, -sin)
        result[:, :, HEADS : HEADS + KV_HEADS] = _rotate(gk.view(rows, KV_HEADS, length, HEAD_DIM).transpose(1, 2), cos, -sin)
        result[:, :, HEADS + KV_HEADS :] = gv.view(rows, KV_HEADS, length, HEAD_DIM).transpose(1, 2)
        return result.view(rows, length, -1), None, None, None


class Lora(nn.Module):
    """One frozen linear and its low-rank correction."""

    def __init__(self, weight: Tensor, rank: int, generator: torch.Generator, rounding: Rounding | None = None) -> None:
        super().__init__()
        out, into = weight.shape
        self.weight, self.rounding = weight, rounding
        self.a = nn.Parameter(((torch.rand(rank, into, generator=generator) * 2 - 1) / math.sqrt(into)).to(weight.device))
        self.b = nn.Parameter(torch.zeros(out, rank, device=weight.device))
        self._whole: tuple[int, int, Tensor] | None = None

    def whole(self) -> Tensor:
        """Weight and correction in one, as a checkpoint holds it: (out, in). Made anew only when the correction has changed."""
        versions = self.a._version, self.b._version
        if self._whole is None or self._whole[:2] != versions:
            with torch.no_grad():
                dtype = self.weight.dtype
                whole = torch.addmm(self.weight, self.b.to(dtype), self.a.to(dtype), alpha=SCALE)
                self._whole = *versions, whole if self.rounding is None else self.rounding(whole)
        return self._whole[2]

    def forward(self, x: Tensor) -> Tensor:
        if not torch.is_grad_enabled():
            return F.linear(x, self.whole())
        dtype = self.weight.dtype
        result: Tensor = _LoraLinear.apply(x, self.whole(), self.a.to(dtype), self.b.to(dtype))  # type: ignore[no-untyped-call]
        return result


def merged(weight: Tensor, a: Tensor, b: Tensor) -> Tensor:
    """``W + SCALE · B A``, computed in float32 and rounded to the weight's type."""
    return torch.addmm(weight.float(), b.float(), a.float(), alpha=SCALE).to(weight.dtype)


class Layer(nn.Module):
    def __init__(
        self, tensors: Mapping[str, Tensor], number: int, rank: int, generator: torch.Generator, rounding: Rounding | None = None
    ) -> None:
        super().__init__()
        prefix = f"model.layers.{number}."
        self.norm1 = tensors[prefix + "input_layernorm.weight"].float()
        self.norm2 = tensors[prefix + "post_attention_layernorm.weight"].float()
        self.qkv, self.out, self.gate_up, self.down = (
            Lora(torch.cat([tensors[f"{prefix}{part}.weight"] for part in parts]), rank, generator, rounding) for parts in LINEARS.values()
        )

    def mlp(self, x: Tensor) -> Tensor:
        """x (rows, HIDDEN), already normed."""
        result: Tensor = self.down(_Gated.apply(self.gate_up(x)))  # type: ignore[no-untyped-call]
        return result


def norm(x: Tensor, weight: Tensor) -> Tensor:
    result: Tensor = _Norm.apply(x, weight)  # type: ignore[no-untyped-call]
    return result


class Nano(nn.Module):
    """The model. Activations have the type of the tensors it is made from: bfloat16 to train and play, float32 to check.

    Args:
        tensors: a Spark2_5 checkpoint as `base.tensors` gives it.
        rank: of the adapter.
        seed: of the adapter's start.
        rounding: what quantisation does to a matrix. The model then answers as that build will, and gradients pass through the rounding
            as if it were not there (the straight-through estimator, Bengio et al. 2013): the adapter learns what survives it.
    """

    def __init__(self, tensors: Mapping[str, Tensor], rank: int = 16, seed: int = 0, rounding: Rounding | None = None) -> None:
        super().__init__()
        self.rounding = rounding
        generator = torch.Generator().manual_seed(seed)
        self.embedding = tensors["model.embedding.weight"].clone()
        self.final_norm = tensors["model.norm.weight"].float()
        self.dtype = self.embedding.dtype
        # A tag starts as an average row: it is neither likely nor unlikely anywhere, and moves away from there by training.
        average = self.embedding[::7].float().mean(0)
        spread = self.embedding[::7].float().std(0)
        start = torch.randn(len(TAG_IDS), HIDDEN, generator=generator).to(self.device)
        self.tags = nn.Parameter(average + 0.3 * spread * start)
        self._tags_version = -1
        if rounding is not None:
            self.embedding = rounding(self.embedding)
        self.layers = nn.ModuleList(Layer(tensors, number, rank, generator, rounding) for number in range(LAYERS))
        angles = torch.outer(torch.arange(MAX_POSITIONS).float(), ROPE_THETA ** -(torch.arange(0, HEAD_DIM, 2).float() / HEAD_DIM))
        self.cos, self.sin = (turned.to(self.device, self.dtype)[:, None] for turned in (angles.cos(), angles.sin()))

    @property
    def device(self) -> torch.device:
        """Where it computes: where the tensors that it was made from lie."""
        return self.embedding.device

    def _mask(self, length: int) -> Tensor:
        """What a query may not look at, for all queries that share a key head: (1, GROUP · length, length)."""
        hidden = torch.full((length, length), float("-inf"), device=self.device).triu(1)
        return hidden.to(self.dtype).repeat(GROUP, 1)[None]

    def _words(self) -> Tensor:
        """The embedding with the tags' rows as they are now."""
        if self._tags_version != self.tags._version:
            with torch.no_grad():
                # A row of its own is rounded on its own: groups lie along the inputs.
                tags = self.tags.to(self.dtype)
                self.embedding[list(TAG_IDS)] = tags if self.rounding is None else self.rounding(tags)
            self._tags_version = self.tags._version
        return self.embedding

    def embed(self, ids: Tensor) -> Tensor:
        """(n,) → (n, HIDDEN)."""
        result: Tensor = _Embed.apply(ids, self._words(), self.tags)  # type: ignore[no-untyped-call]
        return result

    def head(self, x: Tensor) -> Tensor:
        """Logits (n, VOCABULARY) of the last layer's output (n, HIDDEN)."""
        result: Tensor = _Head.apply(norm(x, self.final_norm), self._words(), self.tags)  # type: ignore[no-untyped-call]
        return result

    def forward(self, ids: Tensor, chosen: Tensor) -> Tensor:
        """Logits at the chosen places.

        Args:
            ids: (rows, length), padded at the end of each row with any id.
            chosen: (n,), places in the flattened ids.

        Returns:
            (n, VOCABULARY).
        """
        rows, length = ids.shape
        cos, sin = self.cos[:length], self.sin[:length]
        mask = self._mask(length)
        x = self.embed(ids.view(-1))
        for number, layer in enumerate(self.layers):
            assert isinstance(layer, Layer)
            qkv = layer.qkv(norm(x, layer.norm1)).view(rows, length, -1)
            attended: Tensor = _Attention.apply(qkv, cos, sin, mask)  # type: ignore[no-untyped-call]
            attended = attended.view(rows * length, -1)
            if number == LAYERS - 1:
                x, attended = x[chosen], attended[chosen]
            x = x + layer.out(attended)
            x = x + layer.mlp(norm(x, layer.norm2))
        return self.head(x)

    def adapter(self) -> dict[str, Tensor]:
        """What training changes, in float32: ``tags`` and ``layers.N.NAME.a|b``."""
        return {name: parameter.detach() for name, parameter in self.named_parameters()}

    def load_adapter(self, adapter: Mapping[str, Tensor]) -> None:
        with torch.no_grad():
            for name, parameter in self.named_parameters():
                parameter.copy_(adapter[name])

    @torch.no_grad()
    def generate(
        self, prompts: Sequence[Sequence[int]], max_tokens: int, stop: Iterable[int] = (EOS,), tokens_at_once: int = 6000
    ) -> list[list[int]]:
        """Greedy continuations, the stop token not included."""
        order = sorted(range(len(prompts)), key=lambda number: len(prompts[number]))
        result: list[list[int]] = [[] for _ in prompts]
        while order:
            count = 1
            while count < len(order) and (count + 1) * (len(prompts[order[count]]) + max_tokens) <= tokens_at_once:
                count += 1
            batch, order = order[:count], order[count:]
            for number, tokens in zip(
                batch, self._generate([prompts[number] for number in batch], max_tokens, frozenset(stop)), strict=True
            ):
                result[number] = tokens
        return result

    def _generate(self, prompts: Sequence[Sequence[int]], max_tokens: int, stop: frozenset[int]) -> list[list[int]]:
        rows, longest = len(prompts), max(len(prompt) for prompt in prompts)
        device = self.device
        lengths = torch.tensor([len(prompt) for prompt in prompts], device=device)
        ids = torch.tensor([[*prompt, *[EOS] * (longest - len(prompt))] for prompt in prompts], device=device)
        keys = [torch.zeros(rows, KV_HEADS, longest + max_tokens, HEAD_DIM, dtype=self.dtype, device=device) for _ in self.layers]
        values = [torch.zeros_like(key) for key in keys]
        x = self.embed(ids.view(-1))
        mask = self._mask(longest)
        last = torch.arange(rows, device=device) * longest + lengths - 1
        for number, layer in enumerate(self.layers):
            assert isinstance(layer, Layer)
            qkv = layer.qkv(norm(x, layer.norm1)).view(rows, longest, -1)
            heads = qkv.view(rows, longest, HEADS + 2 * KV_HEADS, HEAD_DIM)
            keys[number][:, :, :longest] = _rotate(heads[:, :, HEADS : HEADS + KV_HEADS], self.cos[:longest], self.sin[:longest]).transpose(
                1, 2
            )
            values[number][:, :, :longest] = heads[:, :, HEADS + KV_HEADS :].transpose(1, 2)
            attended: Tensor = _Attention.apply(qkv, self.cos[:longest], self.sin[:longest], mask).view(rows * longest, -1)  # type: ignore[no-untyped-call]
            if number == LAYERS - 1:
                x, attended = x[last], attended[last]
            x = x + layer.out(attended)
            x = x + layer.mlp(norm(x, layer.norm2))
        logits = self.head(x)
        result: list[list[int]] = [[] for _ in prompts]
        live, places = torch.arange(rows, device=device), lengths.clone()
        everything = torch.arange(longest + max_tokens, device=device)
        for _ in range(max_tokens):
            chosen = logits.argmax(-1)
            going = []
            for place, (row, token) in enumerate(zip(live.tolist(), chosen.tolist(), strict=True)):
                if token not in stop:
                    result[row].append(token)
                    going.append(place)
            if not going:
                break
            if len(going) < len(live):
                kept = torch.tensor(going, device=device)
                live, places, chosen = live[kept], places[kept], chosen[kept]
                keys, values = [key[kept] for key in keys], [value[kept] for value in values]
            x = self.embed(chosen)
            cos, sin = self.cos[places], self.sin[places]
            hidden = torch.where(everything[None] > places[:, None], float("-inf"), 0.0).to(self.dtype)[:, None, None]
            here = torch.arange(len(live), device=device)
            for number, layer in enumerate(self.layers):
                assert isinstance(layer, Layer)
                heads = layer.qkv(norm(x, layer.norm1)).view(len(live), HEADS + 2 * KV_HEADS, HEAD_DIM)
                turned = _rotate(heads[:, : HEADS + KV_HEADS], cos, sin)
                keys[number][here, :, places] = turned[:, HEADS:]
                values[number][here, :, places] = heads[:, HEADS + KV_HEADS :]
                q = turned[:, :HEADS].view(len(live), KV_HEADS, GROUP, HEAD_DIM)
                weights = (q @ keys[number].transpose(2, 3) * HEAD_DIM**-0.5 + hidden).softmax(-1)
                x = x + layer.out((weights @ values[number] * GATE).view(len(live), HEADS * HEAD_DIM))
                x = x + layer.mlp(norm(x, layer.norm2))
            logits = self.head(x)
            places = places + 1
        return result
