"""Measure how fast moves arrive at those who follow a game."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from armybuilder.tools.bench_live import bench_streams


class Command(BaseCommand):
    """Starts a site of its own for it, in one process with a folder of its own."""

    help = "Opens many streams to one process and prints the time from an order to its arrival."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--streams", type=int, default=200, help="streams (200, the most)")
        parser.add_argument("--orders", type=int, default=20, help="orders (20)")

    def handle(self, *args: Any, **options: Any) -> None:
        found = bench_streams(streams=options["streams"], orders=options["orders"])
        self.stdout.write(
            f"{len(found.milliseconds)} arrivals, {found.lost} lost;"
            f" order to arrival: median {found.share(0.5):.0f} ms,"
            f" 99th {found.share(0.99):.0f} ms"
        )
        self.stdout.write(
            f"threads {found.threads[0]} → {found.threads[1]},"
            f" memory {found.memory[0]:.0f} → {found.memory[1]:.0f} MB with all streams"
        )
