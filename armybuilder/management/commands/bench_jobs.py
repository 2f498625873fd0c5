"""Measure how much long work one worker gets done and two do, and kill one."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from armybuilder.tools.bench_jobs import bench_jobs
from rules.tools.measurements import keep, told


class Command(BaseCommand):
    """Its workers are processes of their own on a database that is thrown away."""

    help = "Measures jobs a second with one worker and with two, and what a killed one loses."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rounds", type=int, default=3, help="turns of one and two (3)")
        parser.add_argument("--jobs", type=int, default=40, help="jobs that count, a turn (40)")
        parser.add_argument("--json", action="store_true", help="print JSON")
        parser.add_argument("--write", action="store_true", help="keep the figures in .github")

    def handle(self, *args: Any, **options: Any) -> None:
        found = bench_jobs(rounds=max(options["rounds"], 1), jobs=min(max(options["jobs"], 2), 100))
        rows = [
            ("empty jobs a second, one worker", told(found.empty[1])),
            ("empty jobs a second, two workers", told(found.empty[2])),
            ("counting jobs a second, one worker", told(found.counting[1])),
            ("counting jobs a second, two workers", told(found.counting[2])),
            ("times as much counting by two", f"{found.scaling:.2f}"),
            ("a worker killed: pieces lost or wrong", f"{found.lost} of {found.pieces}"),
            ("a worker killed: pieces done once more", found.again),
            ("a worker killed: s until its work went on", told(found.seconds)),
        ]
        if options["write"]:
            keep("manage.py bench_jobs", ("what", "figure"), rows)
        if options["json"]:
            self.stdout.write(json.dumps(found.as_json()))
            return
        for what, figure in rows:
            self.stdout.write(f"{what:45}{figure}")
