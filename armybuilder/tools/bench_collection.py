"""How long a large table takes into a collection and out of it again, and how much memory."""

import resource
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from django.utils import timezone

from collection.catalogue import game
from collection.catalogue.finding.known import finder
from collection.common.tabular.writing import Record, as_xlsx
from collection.owning.exports import FORMS
from collection.owning.exports.holdings import holdings_of
from collection.owning.exports.rows import COLUMNS
from collection.owning.importing import staging
from collection.owning.importing.reading import source_of_file
from collection.owning.models import Collection, Mode, StagedImport

Result = TypeVar("Result")


@dataclass(frozen=True)
class Figures:
    """Seconds for each part of an import and for exports; the most memory the process took.

    `import_cpu_s` is the processor's share of the import, which a busy machine hardly changes.
    """

    rows: int
    workbook_kb: int
    read_s: float
    stage_s: float
    examine_s: float
    finish_s: float
    import_s: float
    import_cpu_s: float
    export_xlsx_s: float
    export_csv_s: float
    peak_rss_mb: int

    def as_json(self) -> dict[str, Any]:
        """The figures by name."""
        return asdict(self)


def measure(collection: Collection, rows: int) -> Figures:
    """Import a workbook of so many rows into an empty collection, and export that."""
    content = as_xlsx("bench", COLUMNS, {}, map(_record, range(rows)))
    known = finder(game.SYSTEM)
    cpu_before = time.process_time()
    owner, now = collection.owner, timezone.now()
    source, read_s = _timed(lambda: source_of_file("bench", content, known))
    staged, stage_s = _timed(
        lambda: staging.stage(
            collection=collection, actor=owner, source=source, mode=Mode.SET, now=now
        )
    )
    _done, examine_s = _timed(lambda: _examine(staged))
    staged.refresh_from_db()
    _change, finish_s = _timed(lambda: staging.finish(staged=staged, actor=owner, now=now))
    import_cpu_s = round(time.process_time() - cpu_before, 2)
    _book, xlsx_s = _timed(lambda: FORMS["xlsx"].render(holdings_of(collection)))
    _text, csv_s = _timed(lambda: FORMS["csv"].render(holdings_of(collection)))
    return Figures(
        rows=rows,
        workbook_kb=len(content) // 1000,
        read_s=read_s,
        stage_s=stage_s,
        examine_s=examine_s,
        finish_s=finish_s,
        import_s=round(read_s + stage_s + examine_s + finish_s, 2),
        import_cpu_s=import_cpu_s,
        export_xlsx_s=xlsx_s,
        export_csv_s=csv_s,
        peak_rss_mb=_peak_rss_mb(),
    )


def _record(place: int) -> Record:
    """A row as a large collection has them: many pieces by count, every third a copy apart."""
    apart: Record = {}
    if place % 3 == 0:
        apart = {"condition": "good", "location": f"Box {place % 40}", "has_card": "yes"}
    return {
        "game": game.SYSTEM,
        "set": ("AOD", "DA", "FE", "DOM", "AN")[place % 5],
        "number": str(place // 5 + 1).zfill(3),
        "count": place % 4 + 1 if not apart else 1,
        "wanted": int(place % 7 == 0),
        "for_trade": place % 2,
        "tags": "club, painted" if place % 9 == 0 else "",
        **apart,
    }


def _examine(staged: StagedImport) -> None:
    """Read and compare all rows; most numbers of so large a table are none that anybody knows."""
    while not staging.step(staged=staged, now=timezone.now()).is_done:
        pass
    staging.take_unlisted(staged=staged, now=timezone.now())


def _timed(work: Callable[[], Result]) -> tuple[Result, float]:
    started = time.perf_counter()
    result = work()
    return result, round(time.perf_counter() - started, 2)


def _peak_rss_mb() -> int:
    """The most memory the process has had at once; macOS counts it in bytes, others in kB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // (1_000_000 if sys.platform == "darwin" else 1_000)
