"""Paths of pages of which a list names hundreds."""

from urllib.parse import quote

from django.urls import reverse

from collection.common.kept import kept_by_language

#: Stands for an argument that comes later, be it a text or a number; no path has another behind it.
LATER = "0"
#: What Django leaves in a path as it is.
PLAIN = "!$&'()*+,;=~:@"


def path_to(page: str, *arguments: str) -> str:
    """What Django's `reverse` answers for texts, the last of which varies in a list: the rest is
    worked out once."""
    before, behind = _around(page, *arguments[:-1])
    return f"{before}{quote(arguments[-1], safe=PLAIN)}{behind}"


@kept_by_language(512)
def _around(page: str, *arguments: str) -> tuple[str, str]:
    before, _later, behind = reverse(page, args=[*arguments, LATER]).rpartition(LATER)
    return before, behind
