"""Style sheets as they are served: the files a sheet is made of stand in it, one request for all.

In `static/css` each component has a file of its own; `site.css` and those in `rooms` import them.
A browser that followed the imports would ask for thirty files one after the other.
"""

import posixpath
import re
from collections.abc import Callable, Iterator
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT = re.compile(r'@import url\("([^"]+)"\)(?: layer\((\w+)\))?;')
#: What a sheet names by where it lies itself.
RELATIVE = re.compile(r'url\("(?![#/]|data:)([^"]+)"\)')


def bundled(name: str, read: Callable[[str], str]) -> str:
    """A sheet with the text of those it imports in their place, each in its layer.

    Raises ValueError where an import is written in another way than ours are.
    """

    def imported(match: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), match[1]))
        text = bundled(path, read)
        here, there = posixpath.dirname(name), posixpath.dirname(path)
        text = RELATIVE.sub(
            lambda url: f'url("{posixpath.relpath(posixpath.join(there, url[1]), here)}")', text
        )
        return f"@layer {match[2]} {{\n{text}}}" if match[2] else text.rstrip("\n")

    text = IMPORT.sub(imported, read(name))
    if "@import" in text:
        raise ValueError(f"{name} has an import that cannot be followed")
    return text


class StyleSheetStorage(CompressedManifestStaticFilesStorage):
    """Collected files under names with their digests, the sheets bundled before."""

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        def read(name: str) -> str:
            storage, path = paths[name]
            with storage.open(path) as file:
                return str(file.read().decode())

        whole = {}
        for name in paths:
            if name.endswith(".css") and not dry_run and IMPORT.search(read(name)):
                whole[name] = bundled(name, read)
        for name, text in whole.items():
            self.delete(name)
            self._save(name, ContentFile(text.encode()))
        yield from super().post_process(
            paths | {name: (self, name) for name in whole}, dry_run, **options
        )
