"""Measure the site on a visitor's device beside the same site on a server."""

import shutil
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armybuilder.tools.bench_device import bench_device


class Command(BaseCommand):
    """Starts a site and a browser of its own for it; needs Chromium and the packages for tests."""

    help = "Keeps the site in a browser and prints how quick it is there, beside the server."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--times", type=int, default=7, help="how often each is asked (7)")

    def handle(self, *args: Any, **options: Any) -> None:
        chromium = shutil.which("chromium") or shutil.which("chromium-browser")
        if chromium is None:
            raise CommandError("there is no Chromium on this machine.")
        try:
            found = bench_device(chromium=chromium, times=options["times"])
        except ImportError:
            raise CommandError("run 'python3 manage.py test --version' first.") from None
        self.stdout.write(
            f"kept after {found.kept:.1f} s; first page of a new worker {found.first_page:.1f} s;"
            f" {found.megabytes:.0f} MB on the device"
        )
        server, thinking, answering = found.memory
        self.stdout.write(
            f"memory: the server's process {server:.0f} MB; the browser {thinking:.0f} MB more"
            f" while bots think there, {answering:.0f} MB more while it answers pages as well"
        )
        first, later = (each / 1e6 for each in found.bytes)
        self.stdout.write(
            f"fetched to keep it {first:.2f} MB; for the next pages and its bots {later:.2f} MB"
        )
        for each in found.errands:
            self.stdout.write(
                f"{each.name}: server {each.server:.0f} ms, device {each.device:.0f} ms,"
                f" {each.device / each.server:.2f} times as long"
            )
