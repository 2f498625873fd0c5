"""The published JSON formats behind a sheet."""

import json
from collections.abc import Mapping
from typing import Any

from armybuilder.groups.exports.options import Options
from armybuilder.groups.exports.roster import Roster
from armybuilder.groups.exports.sheet import Sheet


def render_group(sheet: Sheet | Roster, _options: Options) -> bytes:
    """The battle-group/1 file."""
    return _file(sheet.group)


def render_verdict(sheet: Sheet | Roster, _options: Options) -> bytes:
    """The verdict/1 file."""
    return _file(sheet.verdict)


def _file(content: Mapping[str, Any]) -> bytes:
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()
