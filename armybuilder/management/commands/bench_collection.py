"""Measure a large import and export of a collection: seconds and memory."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from armybuilder.site_bench import scratch_site
from collection.importers.bench import measure
from collection.owning.collections import create_collection


class Command(BaseCommand):
    """Imports a workbook into a collection in a database of its own, and exports it."""

    help = "Measures importing and exporting a large collection."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rows", type=int, default=10_000, help="rows of the table (10,000)")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        with scratch_site() as member:
            collection = create_collection(owner=member, name="bench")
            figures = measure(collection, max(options["rows"], 1)).as_json()
        if options["json"]:
            self.stdout.write(json.dumps(figures, indent=1))
            return
        for name, value in figures.items():
            self.stdout.write(f"{name:16}{value:>10}")
