"""Writes anew which tests are slow, as measured on an idle machine:

python -m pytest -n 2 --junitxml=FILE && python .ci/slow.py FILE
"""

import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

LIST = Path(__file__).with_name("slow.txt")
#: Seconds all cases of a test take together; `.ci/quick` leaves out what takes longer.
SLOW = 1.0
#: The walls between packages are asked about after every edit.
NEVER = {"test_imports.py", "test_rooms.py"}


def main(report: str) -> None:
    """Sum up the cases of each test and list the slow ones."""
    seconds: Counter[str] = Counter()
    cases = ElementTree.parse(report)  # noqa: S314 -- a file pytest has just written
    for case in cases.iter("testcase"):
        module = next(p for p in case.attrib["classname"].split(".") if p.startswith("test_"))
        if f"{module}.py" in NEVER:
            continue
        test = case.attrib["name"].partition("[")[0]
        seconds[f"{module}.py::{test}"] += float(case.attrib["time"])
    slow = sorted({name.partition("::")[2] for name, took in seconds.items() if took > SLOW})
    LIST.write_text("".join(f"{name}\n" for name in slow), "utf-8")
    left = sum(took for took in seconds.values() if took <= SLOW)
    print(f"{len(slow)} of {len(seconds)} tests are slow; the others take {left:.0f} s.")


if __name__ == "__main__":
    main(sys.argv[1])
