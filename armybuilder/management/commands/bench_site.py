"""Measure the main pages: server time, queries, size."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from armybuilder.tools.bench_site import bench_pages
from rules.tools.measurements import keep


class Command(BaseCommand):
    """Compares every page on the catalogue with the same page on a larger one, in one run."""

    help = "Measures the main pages on the full catalogue and on one many times as large."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--runs", type=int, default=9, help="requests a page (9)")
        parser.add_argument("--times", type=int, default=10, help="how much larger (10)")
        parser.add_argument("--json", action="store_true", help="print JSON")
        parser.add_argument("--write", action="store_true", help="keep the figures in .github")

    def handle(self, *args: Any, **options: Any) -> None:
        pages = bench_pages(
            runs=max(options["runs"], 1), times=max(options["times"], 1), say=self.stderr.write
        )
        if options["write"]:
            rows = [
                (
                    each.page,
                    each.full.milliseconds,
                    each.full.queries,
                    each.full.kilobytes,
                    f"{each.ratio:.2f}",
                )
                for each in pages
            ]
            columns = ("page", "ms", "queries", "kB", f"times as long on {options['times']} times")
            keep("manage.py bench_site", columns, rows)
        if options["json"]:
            self.stdout.write(json.dumps([page.as_json() for page in pages], indent=1))
            return
        self.stdout.write(f"{'page':22}{'ms':>8}{'queries':>9}{'kB':>8}   on the large one")
        for page in pages:
            full, large = page.full, page.large
            self.stdout.write(
                f"{page.page:22}{full.milliseconds:8.1f}{full.queries:9}{full.kilobytes:8.1f}"
                f"{large.milliseconds:10.1f} ms{large.queries:4} queries   ×{page.ratio:.2f}"
            )
