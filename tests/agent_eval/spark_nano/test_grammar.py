"""The grammar of a screen, compiled as the engine compiles it, admits spark-nano's own tokens: its tags are single ones."""

import pytest
import xgrammar
from transformers import PreTrainedTokenizerFast

from agent_eval.reply import grammar, write_answer
from agent_eval.spark_nano import base
from devices.action import Action, Answer, Done, OpenApp, Tap, TypeText
from devices.device import Setup
from devices.sim import SimulatedPhone

TOKENIZER = base.tokenizer()


@pytest.fixture(scope="module")
def compiler() -> xgrammar.GrammarCompiler:
    whole = PreTrainedTokenizerFast(tokenizer_object=TOKENIZER, eos_token="<|im_end|>", pad_token="<|im_end|>")
    return xgrammar.GrammarCompiler(xgrammar.TokenizerInfo.from_huggingface(whole, vocab_size=base.VOCABULARY))


@pytest.mark.parametrize("front", ["launcher", "Settings", "Clock", "Contacts"])
def test_it_admits_answers_token_by_token_and_an_element_of_another_screen_never(compiler: xgrammar.GrammarCompiler, front: str) -> None:
    phone = SimulatedPhone()
    phone.reset(Setup(front=front))
    seen = phone.observe()
    compiled = compiler.compile_regex(grammar(seen))

    def accepts(action: Action) -> bool:
        matcher = xgrammar.GrammarMatcher(compiled)
        ids = TOKENIZER.encode(write_answer(action, seen), add_special_tokens=False).ids
        return all(matcher.accept_token(token) for token in (*ids, base.EOS))

    possible = [Tap(element=element.index) for element in seen.elements if element.kind != "text"]
    fields = [TypeText(element=element.index, text="Zoë +49 30 (1)") for element in seen.elements if element.kind == "field"]
    for action in (*possible, *fields, OpenApp(name="Clock"), Answer(text="555-0142"), Done()):
        assert accepts(action), action
    assert not accepts(Tap(element=len(seen.elements)))
