"""Measure a site under many people."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armybuilder.tools.backups.tables import in_use
from armybuilder.tools.bench_load import Load, bench_load


class Command(BaseCommand):
    """Starts processes of the site for it, on the database of the settings."""

    help = (
        "Lets many people use a site of several processes; DATABASE_URL names a database that"
        " nobody uses, which is left full of what they did."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--clients", type=int, default=64, help="people (64)")
        parser.add_argument("--seconds", type=float, default=30, help="how long (30)")
        parser.add_argument("--pause", type=float, default=0, help="seconds between errands (0)")
        parser.add_argument("--processes", type=int, default=2, help="of the site (2)")
        parser.add_argument("--during", default="", help="a command to carry out a third in")
        parser.add_argument("--again", action="store_true", help="also on a database in use")

    def handle(self, *args: Any, **options: Any) -> None:
        if in_use() and not options["again"]:
            raise CommandError("Somebody uses this database; --again does so all the same.")
        names = ("clients", "seconds", "pause", "processes", "during")
        for line in _told(bench_load(**{name: options[name] for name in names})):
            self.stdout.write(line)


def _told(load: Load) -> list[str]:
    whole = load.all
    count = sum(whole.statuses.values())
    lines = [
        f"{load.clients} people, {load.processes} processes, {load.lasted:.0f} s:"
        f" {count / load.lasted:.1f} answers a second,"
        f" {load.processor_ms:.0f} ms of processor each",
        "memory of each process, MB: "
        + ", ".join(f"{a:.0f} → {b:.0f}" for a, b in zip(*load.memory, strict=True)),
        f"confirmed: {dict(load.confirmed)}; lost: {dict(load.lost) or 'nothing'}",
    ]
    for name, part in load.phases.items():
        if part.statuses:
            lines.append(
                f"{name}: median {part.share(0.5):.0f} ms, 95 % {part.share(0.95):.0f} ms,"
                f" 99 % {part.share(0.99):.0f} ms; {dict(part.statuses)}"
            )
    return lines
