"""A contact sheet: an episode in one picture, each screen with the tapped place marked and what was done below it."""

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw

from agent_eval.prompt import action_words
from devices.sim.paint import Font, font_for
from devices.state import kind_of, show
from tasks.trace import Step

WIDTH = 300
"""Of one screen, pixels."""
_MARGIN, _CAPTION, _A_ROW = 24, 64, 6
_GROUND, _INK, _QUIET, _MARK = "#ffffff", "#1f1f1f", "#5f6368", "#d93025"


def sheet(steps: Sequence[Step], screens: Sequence[bytes], heading: str, verdict: str) -> bytes:
    """One PNG.

    Args:
        steps: of the episode, at least one.
        screens: PNG of what was seen before each of them.
        heading: the goal.
        verdict: one sentence, below all.
    """
    pictures = [_marked(Image.open(io.BytesIO(screen)).convert("RGB"), step) for step, screen in zip(steps, screens, strict=True)]
    across, high = min(_A_ROW, len(pictures)), max(picture.height for picture in pictures)
    rows = -(-len(pictures) // across)
    width = max(across * (WIDTH + _MARGIN) + _MARGIN, 3 * (WIDTH + _MARGIN))
    page = Image.new("RGB", (width, 76 + rows * (high + _CAPTION + _MARGIN) + 48), _GROUND)
    pen = ImageDraw.Draw(page)

    def write(x: int, y: int, words: str, room: int, size: int, colour: str) -> None:
        font = font_for(words, size)
        pen.text((x, y), _fit(words, room, font), colour, font)

    write(_MARGIN, 24, heading, width - 2 * _MARGIN, 26, _INK)
    for number, (step, picture) in enumerate(zip(steps, pictures, strict=True)):
        row, column = divmod(number, across)
        x, y = _MARGIN + column * (WIDTH + _MARGIN), 76 + row * (high + _CAPTION + _MARGIN)
        page.paste(picture, (x, y))
        pen.rectangle((x - 1, y - 1, x + WIDTH, y + picture.height), outline="#dadce0")
        did = action_words(step.action, step.observation) if step.action else "nothing readable"
        write(x, y + high + 10, f"{step.index}  {did}", WIDTH, 17, _INK)
        told = "; ".join(changes(step)) or ("" if step.outcome is None or step.outcome.status == "done" else step.outcome.status)
        write(x, y + high + 34, told, WIDTH, 17, _QUIET)
    write(_MARGIN, page.height - 46, verdict, width - 2 * _MARGIN, 17, _INK)
    out = io.BytesIO()
    page.quantize(128).save(out, "PNG", optimize=True)
    return out.getvalue()


def changes(step: Step) -> list[str]:
    """What the step changed, an entity at a time; in letters that the picture's font has."""
    told = []
    for entity in dict.fromkeys(change.entity for change in step.changes if kind_of(change.entity) != "screen"):
        facts = [change for change in step.changes if change.entity == entity]
        if all(change.before is None for change in facts):
            told.append(f"{entity} created")
        elif all(change.after is None for change in facts):
            told.append(f"{entity} deleted")
        else:
            told += [f"{entity} {change.key}: {show(change.before)} to {show(change.after)}" for change in facts]
    return told


def _marked(picture: Image.Image, step: Step) -> Image.Image:
    """The screen at the sheet's size, a ring around the element that the action names."""
    scale = WIDTH / picture.width
    small = picture.resize((WIDTH, round(picture.height * scale)), Image.Resampling.LANCZOS)
    index = getattr(step.action, "element", None)
    if index is not None and index < len(step.observation.elements):
        x, y = (round(scale * place) for place in step.observation.elements[index].tap)
        ImageDraw.Draw(small).ellipse((x - 14, y - 14, x + 14, y + 14), outline=_MARK, width=4)
    return small


def _fit(words: str, width: int, font: Font) -> str:
    """The words on one line, cut to a width in pixels."""
    line = " ".join(words.split())
    if font.getlength(line) <= width:
        return line
    while line and font.getlength(line + "…") > width:
        line = line[:-1]
    return line.rstrip() + "…"
