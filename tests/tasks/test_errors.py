from pathlib import Path
from types import ModuleType

import pytest

from tasks.errors import template_fault


def raised(file: Path) -> Exception:
    code = compile("\n\ndef setup(params):\n    return params['hour']\n", str(file), "exec")
    made = ModuleType("made")
    exec(code, vars(made))
    with pytest.raises(KeyError) as caught:
        made.setup({})
    return caught.value


def test_what_a_template_raises_is_its_fault_with_file_and_line(tmp_path: Path) -> None:
    fault = template_fault(raised(tmp_path / "clock.py"), [tmp_path])
    assert str(fault) == f"{tmp_path}/clock.py:4: this template is faulty: KeyError: 'hour'"


def test_what_arises_elsewhere_is_no_templates_fault(tmp_path: Path) -> None:
    assert template_fault(raised(tmp_path / "clock.py")) is None
