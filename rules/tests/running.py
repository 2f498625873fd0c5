"""How tests are run, as a plugin of pytest: how many examples are tried, which tests are slow, and
what Python looks through for rubbish.

`HYPOTHESIS_PROFILE` is `quick` (a fifth), `ci` (unless told otherwise) or `full` (twenty times as
many, others every time). No profile has a deadline: a busy machine must not fail a test.
"""

import gc
import os
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

FACTORS = {"quick": 0.2, "ci": 1.0, "full": 20.0}
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "ci")
#: What Hypothesis tries where nothing else is said.
USUAL = 100
#: Names of tests that take more than a second of an idle machine; `.ci/slow.py` writes it.
SLOW = Path(__file__).resolve().parents[2] / ".ci" / "slow.txt"


def examples(number: int, *, full: int | None = None, **more: Any) -> settings:
    """Settings of a property test: so many examples in `ci`, and their share in other profiles."""
    wanted = full if full and PROFILE == "full" else round(number * FACTORS[PROFILE])
    unhindered = {"suppress_health_check": list(HealthCheck)}
    return settings(max_examples=max(1, wanted), deadline=None, **(unhindered | more))


for name, factor in FACTORS.items():
    settings.register_profile(
        name,
        max_examples=round(USUAL * factor),
        deadline=None,
        derandomize=name != "full",
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile(PROFILE)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Thousands of tests stay until the end; looking through them again and again finds nothing."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)


def slow_tests() -> set[str]:
    """The list of slow tests; a test keeps its name wherever it moves to."""
    return set(SLOW.read_text("utf-8").split())


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """Mark the slow ones."""
    listed = slow_tests()
    for item in items:
        if getattr(item, "originalname", item.name) in listed:
            item.add_marker("slow")
