"""Fill a scratch database with a year of use, and measure it."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from armybuilder.tools.year import COLLECTIONS, GROUPS, STEPS, Year, simulate
from rules.tools.measurements import keep


class Command(BaseCommand):
    """Neither the site's database nor anybody's data is touched."""

    help = (
        f"Writes {GROUPS:,} battle groups, {STEPS:,} steps of games and {COLLECTIONS:,} collections"
        " into a database that is thrown away; measures sizes and pages, clears up, measures again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--part", type=float, default=1.0, help="of a year (1.0)")
        parser.add_argument("--runs", type=int, default=5, help="requests a page (5)")
        parser.add_argument("--json", action="store_true", help="print JSON")
        parser.add_argument("--write", action="store_true", help="keep the figures in .github")

    def handle(self, *args: Any, **options: Any) -> None:
        year = simulate(part=options["part"], runs=max(options["runs"], 1), say=self.stderr.write)
        if options["json"]:
            self.stdout.write(json.dumps(asdict(year), indent=1))
        else:
            for line in _lines(year):
                self.stdout.write(" | ".join(map(str, line)))
        if options["write"]:
            name = f"manage.py simulate_year --part {options['part']:g}, {connection.vendor}"
            keep(name, ("what", "measured"), _lines(year))


def _lines(year: Year) -> Iterator[tuple[str, str]]:
    for name, count in year.rows.items():
        yield name, f"{count:,}"
    for name, size in year.bytes.items():
        yield f"{name}, MB", f"{size / 1e6:,.1f}"
    for name, spent in year.seconds.items():
        yield f"{name}, s", f"{spent:,.2f}"
    for name, (before, after) in year.pages.items():
        times = after.milliseconds / max(before.milliseconds, 0.1)
        yield (
            f"page: {name}",
            f"{before.milliseconds} → {after.milliseconds} ms (×{times:.2f}),"
            f" {before.queries} → {after.queries} queries",
        )
