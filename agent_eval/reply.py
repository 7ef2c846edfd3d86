"""From a build's words to an action, and back.

The form is Spark's: ``<tool_call>tap<arg_key>element</arg_key><arg_value>7</arg_value></tool_call>``, after an optional line that names
the target. Small and quantised models often leave it. What can still be read without guessing is read, and each rule that was needed is
recorded by name, so that a report can tell a build that writes calls from one that had to be helped. What cannot be read is an error in
one sentence.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from pydantic import ValidationError

from agent_eval.prompt import target
from devices.action import TOOLS, Action, parse_action
from devices.observation import Element, Observation


@dataclass(frozen=True, slots=True)
class Parsed:
    """What was read from a text.

    Attributes:
        action: None where nothing could be read.
        recoveries: names of the rules that a malformed call needed, in the order applied.
        error: one sentence where there is no action, else empty.
    """

    action: Action | None
    recoveries: tuple[str, ...] = ()
    error: str = ""


# ---- writing

# An argument's text may hold the very tag that ends it. Only that tag is escaped, so that every other text stands as it is.
_ENDING = re.compile(r"(?:<|&((?:amp;)*)lt;)/arg_value>")
_ESCAPED = re.compile(r"&((?:amp;)*)lt;/arg_value>")


def _escape(text: str) -> str:
    return _ENDING.sub(lambda match: "&lt;/arg_value>" if match[1] is None else f"&amp;{match[1]}lt;/arg_value>", text)


def _unescape(text: str) -> str:
    return _ESCAPED.sub(lambda match: f"&{match[1][4:]}lt;/arg_value>" if match[1] else "</arg_value>", text)


def write_call(action: Action) -> str:
    """The call in Spark's form; arguments that have their default value are left out."""
    arguments = action.model_dump(exclude={"tool"}, exclude_defaults=True, exclude_none=True)
    written = (
        f"<arg_key>{key}</arg_key><arg_value>{_escape(value) if isinstance(value, str) else json.dumps(value)}</arg_value>"
        for key, value in arguments.items()
    )
    return f"<tool_call>{action.tool}{''.join(written)}</tool_call>"


def write_answer(action: Action, observation: Observation) -> str:
    """The call after a line that names its element, as spark-nano is trained to answer."""
    index = getattr(action, "element", None)
    call = write_call(action)
    if index is None or index >= len(observation.elements):
        return call
    return f"{target(observation.elements[index])}\n{call}"


# ---- reading

_BLOCK = re.compile(
    r"<tool_call>\s*(\w+)\s*((?:<arg_key>\s*\w+\s*</arg_key>\s*<arg_value>(?:(?!</arg_value>).)*</arg_value>\s*)*)</tool_call>", re.DOTALL
)
_ARGUMENT = re.compile(r"<arg_key>\s*(\w+)\s*</arg_key>\s*<arg_value>((?:(?!</arg_value>).)*)</arg_value>", re.DOTALL)
_LOOSE_ARGUMENT = re.compile(
    r"<arg_key>\s*(\w+)\s*(?:</arg_key>|<arg_key>)?\s*(?:<arg_value>|=|:)?"
    r"((?:(?!</?arg_value>|</?arg_key>|</?tool_call>).)*)(?:</?arg_value>)?",
    re.DOTALL,
)
_LOOSE_BLOCK = re.compile(r"(?:<tool_call>\s*)?\b([A-Za-z_]\w*)\s*((?:<arg_key>).*)", re.DOTALL)
_BARE_BLOCK = re.compile(r"<tool_call>\s*([A-Za-z_]\w*)\s*(?:</?tool_call>|$)")
_BRACKETED = re.compile(r"\[\s*([A-Za-z_]\w*)\s*\]\s*(?=\{)")
_FENCE = re.compile(r"```(?:json|tool_call)?\s*(.*?)(?:```|$)", re.DOTALL)
_QUOTED = r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'"
_FUNCTION = re.compile(rf"(?<![\w<])([A-Za-z_]\w*)\(((?:\\.|{_QUOTED}|[^()])*)\)?", re.DOTALL)
_PAIR = re.compile(rf"\s*(?:(\w+)\s*[=:]\s*)?((?:{_QUOTED})(?=\s*(?:,|$))|[^,]+)\s*(?:,|$)", re.DOTALL)

_TOOL_ALIASES = {
    "click": "tap", "press": "tap", "touch": "tap", "select": "tap", "toggle": "tap",
    "type": "type_text", "input": "type_text", "input_text": "type_text", "enter_text": "type_text", "set_text": "type_text",
    "open": "open_app", "launch": "open_app", "launch_app": "open_app", "start_app": "open_app",
    "key": "press_key", "press_button": "press_key", "keypress": "press_key",
    "finish": "done", "complete": "done", "finished": "done", "task_complete": "done", "terminate": "done",
    "long_click": "long_press", "double_click": "double_tap", "sleep": "wait", "reply": "answer",
}  # fmt: skip
_KEY_TOOLS = ("back", "home", "enter", "recents")
_ARGUMENT_ALIASES: dict[str, tuple[str, ...]] = {
    "element": ("index", "id", "element_id", "element_index", "number", "target", "element_number"),
    "text": ("content", "value", "input", "string"),
    "name": ("app", "app_name", "application"),
    "seconds": ("duration", "time"),
    "key": ("button", "keycode"),
    "status": ("result", "state"),
    "to_percent": ("percent", "value"),
}
_IDLE_ARGUMENTS = frozenset({"reason", "thought", "thoughts", "explanation", "description", "label", "reasoning"})
_NAME_KEYS, _ARGUMENT_KEYS = ("tool", "name", "tool_name", "action", "function"), ("parameters", "arguments", "args", "params", "input")

_MOST_TRIES, _LONGEST = 100, 32_768
"""Braces at which a JSON object is looked for, and characters that are read: a model that loops writes thousands of either."""

Call = tuple[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class _Found:
    """A call, the rules that reading it needed, and where in the text it begins and, for tagged ones, ends."""

    call: Call
    rules: tuple[str, ...]
    start: int
    end: int | None = None


def _json_start(text: str) -> Iterator[tuple[Any, int, bool]]:
    """(value, where it begins, whether it had to be closed) for each brace at which a JSON object begins, in order."""
    for match in islice(re.finditer(r"\{", text), _MOST_TRIES):
        if (read := _json_at(text, match.start())) is not None:
            yield read[0], match.start(), read[1]


def _json_at(text: str, place: int) -> tuple[Any, bool] | None:
    """(value, whether it had to be closed) of the JSON object that begins at a brace; None where none does."""
    try:
        return json.JSONDecoder(strict=False).raw_decode(text, place)[0], False
    except (ValueError, RecursionError):
        closed = _close(text[place:])
        return None if closed is None else (closed, True)


def _close(text: str) -> Any | None:
    """The JSON object that a text begins with when missing quotes and brackets are put at its end; None where that does not help."""
    wanted: list[str] = []
    quoted = escaped = False
    for place, character in enumerate(text):
        if quoted:
            escaped, quoted = (character == "\\" and not escaped), (character != '"' or escaped)
        elif character == '"':
            quoted = True
        elif character in "{[":
            wanted.append("}" if character == "{" else "]")
        elif character in "}]":
            if not wanted or wanted.pop() != character:
                return None
            if not wanted:
                text = text[: place + 1]
                break
    ending = ('"' if quoted else "") + "".join(reversed(wanted))
    for body in (text.rstrip(), text.rstrip().rstrip(",")):
        try:
            return json.loads(body + ending, strict=False)
        except (ValueError, RecursionError):  # a number of thousands of digits is a ValueError too
            continue
    return None


def _from_json(value: Any, tool: str | None = None) -> Call | None:
    """The call that a JSON object describes, in any of the usual shapes; None where it describes none."""
    if not isinstance(value, Mapping):
        return None
    fields = dict(value)
    if isinstance(fields.get("function"), Mapping):
        return _from_json(fields["function"])
    for key in _NAME_KEYS:
        if isinstance(fields.get(key), str) and (tool is None or fields[key] == tool) and _tool(fields[key]) is not None:
            tool = fields.pop(key)
            break
    if tool is None:
        if len(fields) == 1:
            (name, inner), *_ = fields.items()
            if isinstance(inner, Mapping) and _tool(str(name)) is not None:
                return str(name), {str(key): entry for key, entry in inner.items()}
        return None
    for key in _ARGUMENT_KEYS:
        inner = fields.get(key)
        if isinstance(inner, str) and inner.lstrip().startswith("{"):
            inner = _close(inner.lstrip())
        if isinstance(inner, Mapping):
            fields.pop(key)
            fields |= inner
            break
    return tool, {str(key): entry for key, entry in fields.items()}


def _tool(name: str) -> str | None:
    """The tool that a name means, or None."""
    plain = name.strip().lower()
    if plain in TOOLS:
        return plain
    return _TOOL_ALIASES.get(plain, "press_key" if plain in _KEY_TOOLS else None)


def _rules(name: str, closed: bool) -> tuple[str, ...]:
    return (name, "closed_json") if closed else (name,)


def _tagged(text: str) -> _Found | None:
    """A call in Spark's tags, whole or damaged."""
    if match := _BLOCK.search(text):
        pairs = _ARGUMENT.findall(match[2])
        given = {key: _unescape(value) for key, value in pairs}
        return _Found((match[1], given), () if len(given) == len(pairs) else ("repeated_argument",), match.start(), match.end())
    if "<tool_call>" in text:
        place = text.index("<tool_call>")
        inner = re.split(r"</?tool_call>", text[place + len("<tool_call>") :], maxsplit=1)[0]
        for value, _, closed in _json_start(inner):
            if (call := _from_json(value)) is not None:
                return _Found(call, _rules("json_in_tags", closed), place, place + len("<tool_call>") + len(inner))
    if (match := _LOOSE_BLOCK.search(text)) and _tool(match[1]) is not None:
        inner = re.split(r"</?tool_call>", match[2], maxsplit=1)[0]
        arguments = {key: value.strip() for key, value in _LOOSE_ARGUMENT.findall(inner)}
        return _Found((match[1], arguments), ("missing_tags",), match.start(), match.start(2) + len(inner))
    if match := _BARE_BLOCK.search(text):
        return _Found((match[1], {}), ("missing_tags",), match.start(), match.start(1))
    return None


def _bracketed(text: str) -> _Found | None:
    for match in islice(_BRACKETED.finditer(text), _MOST_TRIES):
        if _tool(match[1]) is None or (read := _json_at(text, match.end())) is None:
            continue
        if (call := _from_json(read[0], match[1])) is not None:
            return _Found(call, _rules("bracketed", read[1]), match.start())
    return None


def _fenced(text: str) -> _Found | None:
    for match in _FENCE.finditer(text):
        for value, _, closed in _json_start(match[1]):
            if (call := _from_json(value)) is not None:
                return _Found(call, _rules("fenced_json", closed), match.start())
    return None


def _bare(text: str) -> _Found | None:
    for value, place, closed in _json_start(text):
        if (call := _from_json(value)) is not None:
            return _Found(call, _rules("bare_json", closed), place)
    return None


def _value(text: str) -> Any:
    if text[:1] in ("'", '"') and text[-1:] == text[:1] and len(text) > 1:
        return text[1:-1].replace("\\" + text[0], text[0])
    return text


def _function(text: str) -> _Found | None:
    """``tap(7)``, ``tap(element=7)``, ``type_text(3, "Anna")``."""
    for match in _FUNCTION.finditer(text):
        tool = _tool(match[1])
        if tool is None:
            continue
        names = iter(name for name in TOOLS[tool].model_fields if name != "tool")
        arguments: dict[str, Any] = {}
        for key, value in _PAIR.findall(match[2].strip()):
            name = key or next(names, None)
            if name is None:
                return None
            arguments[name] = _value(value.strip())
        return _Found((match[1], arguments), ("function_call",), match.start())
    return None


_READERS: tuple[Callable[[str], _Found | None], ...] = (_tagged, _bracketed, _fenced, _bare, _function)


def _arguments(tool: str, given: Mapping[str, Any], rules: list[str]) -> dict[str, Any]:
    """The arguments under their own names; what had to be renamed or dropped is recorded."""
    known = set(TOOLS[tool].model_fields) - {"tool"}
    result: dict[str, Any] = {}
    for key, value in given.items():
        name = key.strip()
        if name not in known:
            meant = next((own for own in known if name.lower() in _ARGUMENT_ALIASES.get(own, ()) and own not in given), None)
            if meant is not None:
                name = meant
                rules.append("argument_alias")
            elif name.lower() in _IDLE_ARGUMENTS:
                rules.append("argument_dropped")
                continue
        if name in ("element", "to_element", "to_percent", "seconds") and isinstance(value, str):
            plain = value.strip()
            if bare := re.fullmatch(r"[#\[(]\s*(\d+)\s*[\])]?|(\d+)\s*%", plain):
                plain = bare[1] or bare[2]
                rules.append("number_marks")
            value = plain
        elif name in ("element", "to_element", "to_percent", "seconds") and isinstance(value, bool):
            value = str(value)  # pydantic takes true for 1
        elif name in ("direction", "key", "status", "enter") and isinstance(value, str):
            value = value.strip().lower()
        result[name] = value
    return result


def _after_thought(text: str) -> tuple[str, bool]:
    """What follows the thought, and whether a thought was begun and never ended. A chat template may have opened it already."""
    opened = text.lstrip().startswith("<think>")
    end, call = text.find("</think>"), text.find("<tool_call>")
    if end >= 0 and (opened or call < 0 or end < call):
        return text[end + len("</think>") :], False
    return text, opened


def parse(text: str) -> Parsed:
    """The action that a build's text asks for. Never raises, whatever the text.

    A thought in ``<think>`` tags and one line before the call are part of the form; anything else that had to be set right is a recovery.
    """
    body, thinks = _after_thought(text)
    body = body[:_LONGEST]
    found = next((found for reader in _READERS if (found := reader(body)) is not None), None)
    if found is None:
        if not body.strip():
            return Parsed(None, error="the answer is empty; expected a tool call")
        if thinks:
            return Parsed(None, error="the answer is a thought that never ended; expected a tool call after it")
        return Parsed(None, error=f"no tool call in the answer {_clip(body)}; expected <tool_call>NAME…</tool_call>")
    name, given = found.call
    rules = [*(["unclosed_thought"] if thinks else []), *found.rules]
    if not thinks and sum(bool(words.strip()) for words in body[: found.start].splitlines()) > 1:
        rules.append("text_before_call")
    if found.end is not None and "<tool_call>" in body[found.end :]:
        rules.append("first_of_several")
    tool = _tool(name)
    if tool is None:
        return Parsed(None, tuple(rules), f"unknown tool {_clip(name)}; known: {', '.join(TOOLS)}")
    if tool != name:
        rules.append("tool_alias")
        if tool == "press_key" and name.strip().lower() in _KEY_TOOLS:
            given = {"key": name.strip().lower(), **given}
    arguments = _arguments(tool, given, rules)
    if "tool" in arguments:
        return Parsed(None, tuple(rules), f"{tool} does not take an argument 'tool'")
    try:
        return Parsed(parse_action({"tool": tool, **arguments}), tuple(rules))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"] if part != tool) or "its arguments"
        return Parsed(None, tuple(rules), f"the call of {tool} is wrong in {where}: {first['msg'].lower()}")


def _clip(text: str, longest: int = 80) -> str:
    plain = " ".join(text.split())
    return json.dumps(plain if len(plain) <= longest else plain[: longest - 1] + "…", ensure_ascii=False)


# ---- constraining

_META = re.compile(r"([\\.^$*+?{}\[\]()|])")
_FREE = r"[^<\n]+"


def _literal(text: str) -> str:
    return _META.sub(r"\\\1", text)


def _call(tool: str, *arguments: tuple[str, str]) -> str:
    return f"<tool_call>{tool}{''.join(f'<arg_key>{key}</arg_key><arg_value>{value}</arg_value>' for key, value in arguments)}</tool_call>"


def _element_calls(element: Element) -> str:
    number = ("element", str(element.index))
    calls = [_call("(tap|long_press|double_tap)", number)]
    if element.kind == "field":
        calls.append(
            _call("type_text", number, ("text", _FREE)).replace(
                "</tool_call>", "(<arg_key>enter</arg_key><arg_value>true</arg_value>)?</tool_call>"
            )
        )
    if element.kind == "slider":
        calls.append(_call("drag", number, ("to_percent", "(100|[1-9]?[0-9])")))
    return f"({_literal(target(element))}\n)?({'|'.join(calls)})"


def grammar(observation: Observation) -> str:
    """A regular expression that admits one call of a known tool, on an element of this screen, after an optional line that names it.

    Texts are free but for ``<`` and line breaks. Only what engines share and run fast is used: literals, groups, classes, ``| ? +``.
    """
    calls = [_element_calls(element) for element in observation.elements if element.kind != "text"]
    calls += [
        _call("(scroll|swipe)", ("direction", "(up|down|left|right)")),
        _call("press_key", ("key", "(back|home|enter|recents)")),
        _call("open_app", ("name", _FREE)),
        "<tool_call>wait(<arg_key>seconds</arg_key><arg_value>[1-5]?[0-9]</arg_value>)?</tool_call>",
        _call("answer", ("text", _FREE)),
        "<tool_call>done(<arg_key>status</arg_key><arg_value>(complete|infeasible)</arg_value>)?</tool_call>",
    ]
    return "|".join(f"({call})" for call in calls)
