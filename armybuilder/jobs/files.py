"""A file as what comes of long work: kept with it, and taken away at the page of its kind."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass

from armybuilder.jobs.work import Document

#: The key of a result under which the file stands.
FILE = "file"


@dataclass(frozen=True)
class KeptFile:
    """A file that work has made."""

    name: str
    content_type: str
    content: bytes


def kept(file: KeptFile) -> Document:
    """A file as the result of work."""
    content = base64.b64encode(file.content).decode("ascii")
    return {FILE: {"name": file.name, "type": file.content_type, "content": content}}


def file_of(result: Mapping[str, Document]) -> KeptFile:
    """The file of a result; raises KeyError for one that is none."""
    said = result[FILE]
    return KeptFile(said["name"], said["type"], base64.b64decode(said["content"]))


def in_words(result: Document | None) -> Document | None:
    """A result as a person's data tells it: a file by its name, since it is made of what they
    keep."""
    if result is None or FILE not in result:
        return result
    return {FILE: {"name": result[FILE]["name"], "type": result[FILE]["type"]}}
