"""Measure whether a process grows by what it is asked."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand

from armybuilder.tools.bench_memory import PARTS, bench_memory
from rules.tools.measurements import keep


class Command(BaseCommand):
    """Nothing of the site's database is touched."""

    help = "Asks one process for many pages of a scratch site and tells its memory at every tenth."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--requests", type=int, default=20_000, help="how many (20,000)")
        parser.add_argument("--cheap", action="store_true", help="mostly pages that cost little")
        parser.add_argument("--trace", action="store_true", help="name the lines that hold more")
        parser.add_argument("--json", action="store_true", help="print JSON")
        parser.add_argument("--write", action="store_true", help="keep the figures in .github")

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = max(options["requests"], PARTS)
        found = bench_memory(
            requests=wanted,
            trace=options["trace"],
            cheap=options["cheap"],
            say=self.stderr.write,
        )
        if options["write"]:
            rows = [
                (f"{wanted * (part + 1) // PARTS:,}", size)
                for part, size in enumerate(found.megabytes)
            ]
            keep("manage.py bench_memory", ("requests", "MB"), rows)
        if options["json"]:
            self.stdout.write(json.dumps(asdict(found), indent=1))
            return
        self.stdout.write(" ".join(f"{status}: {n}" for status, n in found.statuses.items()))
        for line, kilobytes in found.grown:
            self.stdout.write(f"{kilobytes:8,} kB  {line}")
