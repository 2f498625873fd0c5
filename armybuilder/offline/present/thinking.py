"""What a page's own interpreter on a device thinks with: the rules and their records."""

from pathlib import Path

import rules
from rules import age_of_destruction as aod

#: Where the site lies in the interpreter's memory.
CODE = Path("/site")


def begin(code: Path = CODE) -> aod.Errands:
    """Whoever runs errands, with the records that lie in a folder with the site."""
    folder = code / "fixtures" / aod.AGE_OF_DESTRUCTION.fixtures
    files = {
        path.relative_to(folder).as_posix(): rules.read_json_file(path)
        for path in sorted(folder.rglob("*.json"))
    }
    return aod.Errands(aod.read_catalogue(files))
