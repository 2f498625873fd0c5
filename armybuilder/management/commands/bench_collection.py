"""Measure a large collection: its import, its export, its page."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.urls import reverse

from armybuilder.tools import bench_site
from armybuilder.tools.bench_collection import measure
from collection.owning.services.collections import create_collection
from rules.tools.measurements import keep

#: How often the page is asked for.
RUNS = 9


class Command(BaseCommand):
    """Imports a workbook into a collection in a database of its own, exports and shows it."""

    help = "Measures importing, exporting and showing a large collection."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rows", type=int, default=10_000, help="rows of the table (10,000)")
        parser.add_argument("--json", action="store_true", help="print JSON")
        parser.add_argument("--write", action="store_true", help="keep the figures in .github")

    def handle(self, *args: Any, **options: Any) -> None:
        with bench_site.scratch_site() as member:
            collection = create_collection(owner=member, name="bench")
            figures = measure(collection, max(options["rows"], 1)).as_json()
            page = bench_site.measure(
                reverse("collection:pieces", args=[collection.public_id]), RUNS, member
            )
            figures |= {"page_ms": page.milliseconds, "page_queries": page.queries}
        if options["write"]:
            keep("manage.py bench_collection", ("figure", "measured"), figures.items())
        if options["json"]:
            self.stdout.write(json.dumps(figures, indent=1))
            return
        for name, value in figures.items():
            self.stdout.write(f"{name:16}{value:>10}")
