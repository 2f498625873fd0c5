"""The catalogue's files with entered figures laid over them."""

from collections.abc import Iterator, Mapping
from typing import Any

Files = Mapping[str, Any]
Record = dict[str, Any]


def lay_over(files: Files, entered: Mapping[str, Record]) -> dict[str, Any]:
    """The files in which each entered figure stands in the place of what they say of its number.

    A number inside a block leaves it; the numbers beside it stay together as blocks of their own,
    and a single one that is left becomes a listed number.
    """
    if not entered:
        return dict(files)
    result = dict(files)
    left = dict(entered)
    for path in sorted(files):
        if path.startswith("figures/"):
            figures = list(_replaced(files[path]["figures"], left))
            result[path] = {**files[path], "figures": figures}
    for record in left.values():
        path = f"figures/{record['set']}.json"
        content = result.get(path, {"set": record["set"], "figures": []})
        result[path] = {**content, "figures": [*content["figures"], record]}
    return result


def _replaced(figures: list[Record], left: dict[str, Record]) -> Iterator[Record]:
    """The figures of a file, with those out of `left` that belong among them, taken from it."""
    for figure in figures:
        if "block" in figure:
            yield from _parted(figure, left)
        else:
            yield left.pop(figure["id"], figure)


def _parted(block: Record, left: dict[str, Record]) -> Iterator[Record]:
    """A block without the numbers that were entered, and those in their places."""
    run: list[str] = []
    for number in block["block"]:
        entered = left.pop(f"{block['set']}-{number}", None)
        if entered is None:
            run.append(number)
            continue
        yield from _rest(block, run)
        yield entered
        run = []
    yield from _rest(block, run)


def _rest(block: Record, run: list[str]) -> Iterator[Record]:
    if not run:
        return
    if run == list(block["block"]):
        yield block
        return
    rest = {
        **{key: value for key, value in block.items() if key != "block"},
        "id": f"{block['set']}-{run[0]}",
        "collector_number": run[0],
    }
    if len(run) > 1:
        yield {**rest, "block": run}
        return
    marks = {field: mark for field, mark in block.get("marks", {}).items() if field != "block"}
    yield {**rest, "status": "listed", "marks": marks}
