import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from devices.device import Device
from tasks import workers
from tasks.errors import TEMPLATES, TaskError
from tasks.workers import cores, spread

SLOW = """
import sys, time
from pathlib import Path
from tests.tasks.test_workers import linger
from tasks.workers import spread
if __name__ == "__main__":
    list(spread(linger, [sys.argv[1]] * 2, 2))
"""


def double(job: int, phone: Device) -> tuple[int, str]:
    return 2 * job, phone.name


def fail(job: int, phone: Device) -> int:
    raise ValueError(f"job {job} failed")


def linger(place: str, phone: Device) -> None:
    (Path(place) / str(os.getpid())).touch()
    time.sleep(600)


@pytest.mark.parametrize("processes", [1, 2])
def test_what_is_found_comes_in_the_order_of_the_jobs(processes: int) -> None:
    assert list(spread(double, [3, 1, 2], processes)) == [(6, "sim"), (2, "sim"), (4, "sim")]


@pytest.mark.parametrize("processes", [1, 2])
def test_what_a_job_raises_is_raised_here(processes: int) -> None:
    with pytest.raises(ValueError, match="job 1 failed"):
        list(spread(fail, [1, 2], processes))


def test_no_job_is_no_work() -> None:
    assert list(spread(double, [], 2)) == []
    assert cores() >= 1


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks /proc who is alive")
def test_workers_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    script = tmp_path / "slow.py"
    script.write_text(SLOW, encoding="utf-8")
    there = tmp_path / "workers"
    there.mkdir()
    root = Path(__file__).parents[2]
    started = subprocess.Popen([sys.executable, str(script), str(there)], env={**os.environ, "PYTHONPATH": str(root)})
    try:
        while len(list(there.iterdir())) < 2 and started.poll() is None:
            time.sleep(0.05)
        workers = [int(path.name) for path in there.iterdir()]
        assert len(workers) == 2
        started.send_signal(signal.SIGKILL)
        started.wait()
        while any(_alive(worker) for worker in workers):  # it takes as long as the host needs; a worker that stayed would hang here
            time.sleep(0.05)
    finally:
        started.kill()


def _alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] not in ("Z", "X")
    except FileNotFoundError:
        return False


def test_an_interruption_waits_until_the_workers_are_started() -> None:
    started = []

    def start() -> None:
        with workers._deaf():
            signal.raise_signal(signal.SIGINT)
            started.append(True)

    with pytest.raises(KeyboardInterrupt):
        start()
    assert started


def fails(job: str, device: Device) -> str:
    raise template_error(job)


def template_error(job: str) -> Exception:
    try:
        exec(compile("1 / 0", str(TEMPLATES / "clock.py"), "exec"))
    except ZeroDivisionError as error:
        return error
    raise AssertionError(job)


@pytest.mark.parametrize("processes", [1, 2])
def test_what_a_template_raises_is_told_as_its_fault(processes: int) -> None:
    with pytest.raises(TaskError, match=r"clock\.py:1: this template is faulty: ZeroDivisionError: division by zero"):
        list(spread(fails, ["a", "b"], processes))
