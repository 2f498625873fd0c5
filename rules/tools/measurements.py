"""What commands have measured, kept in one file, a section a command."""

import os
import platform
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

FILE = Path(__file__).resolve().parents[2] / ".github" / "MEASUREMENTS.md"
HEAD = """# Measurements

Each section is one run of its command, which writes it: figures of one section were measured
together, so that their ratios hold on other machines too; figures of two sections were not.
"""


def keep(
    command: str, columns: Sequence[str], rows: Iterable[Sequence[object]], file: Path = FILE
) -> None:
    """Put a table in place of what the command has measured before."""
    machine = f"Python {platform.python_version()}, {os.cpu_count()} cores"
    if hasattr(os, "getloadavg"):
        machine += f", load {os.getloadavg()[0]:.0f}"
    lines = [f"## `{command}`", "", f"{machine}.", ""]
    lines += [f"| {' | '.join(columns)} |", "|" + "---|" * len(columns)]
    lines += [f"| {' | '.join(map(str, row))} |" for row in rows]
    before = file.read_text("utf-8") if file.exists() else HEAD
    others = re.split(r"^(?=## )", before, flags=re.MULTILINE)
    kept = [part.rstrip() for part in others if not part.startswith(f"{lines[0]}\n")]
    file.write_text("\n\n".join([*kept, "\n".join(lines)]) + "\n", "utf-8")


def told(figure: float) -> str:
    """A figure in the digits that mean something."""
    return f"{figure:,.0f}" if abs(figure) >= 100 else f"{figure:.3g}"
