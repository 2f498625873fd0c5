"""Work for tests: it counts, slowly, and writes down in a file what it did, also what is lost."""

import time
from pathlib import Path

from django.db import OperationalError

from armybuilder.jobs.work import Document, Hopeless, Stand

KINDS = {"counting": "armybuilder.jobs.tests.counting.COUNTING"}


class Counting:
    """Counts to `total` and pauses so many seconds at each; at `hopeless`, `broken` or `busy` it
    fails."""

    page = "job_progress"

    def begun(self, payload: Document) -> Stand:
        return Stand(0, payload["total"], {"counted": []})

    def further(self, payload: Document, stand: Stand) -> Stand:
        time.sleep(payload.get("pause", 0))
        if "file" in payload:
            with Path(payload["file"]).open("a") as file:
                file.write(f"{payload['name']} {stand.done}\n")
        if stand.done == payload.get("hopeless"):
            raise Hopeless("Something went wrong on our side. It was written down.")
        if stand.done == payload.get("broken"):
            raise ZeroDivisionError
        if stand.done == payload.get("busy"):
            raise OperationalError("database is locked")
        return Stand(stand.done + 1, stand.total, {"counted": [*stand.kept["counted"], stand.done]})

    def found(self, payload: Document, stand: Stand) -> Document:
        return {"counted": stand.kept["counted"]}


COUNTING = Counting()
