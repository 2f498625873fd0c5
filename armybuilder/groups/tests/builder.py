"""Battle groups for tests: short hands for what a person does."""

import html
import re
from typing import Any

from django.http import HttpResponse
from django.test import Client

from armybuilder.groups.models import BattleGroup


class Builder:
    """A person at the builder, without JavaScript."""

    def __init__(self, client: Client | None = None) -> None:
        self.client = client or Client()
        self.url = ""

    def start(self, name: str = "Evening patrol", build_total: int = 450, event: str = "") -> None:
        """Create a group and stay on its page."""
        answer = self.client.post(
            "/en/groups/new/", {"name": name, "build_total": build_total, "event": event}
        )
        assert answer.status_code == 302, answer.content.decode()
        self.url = answer["Location"]

    @property
    def group(self) -> BattleGroup:
        """The group as it is kept now."""
        return BattleGroup.objects.get(public_id=self.url.split("/")[3])

    def edit(self, action: str, *, version: int | None = None, **fields: Any) -> HttpResponse:
        """Post one of the page's forms."""
        sent = {"action": action, "version": version or self.group.version, **fields}
        return self.client.post(f"{self.url}edit/", sent)  # type: ignore[return-value]

    def add(self, *numbers: str) -> None:
        """Add figures and cards of the group by number."""
        for number in numbers:
            assert self.edit("add", number=number).status_code == 302, number

    def show_to(self, visibility: str) -> HttpResponse:
        """Set who may see the group."""
        return self.client.post(  # type: ignore[return-value]
            f"{self.url}visibility/", {"visibility": visibility}
        )

    def page(self, query: str = "") -> str:
        """The builder page."""
        answer = self.client.get(self.url + query)
        assert answer.status_code == 200
        return answer.content.decode()


def text_of(page: str) -> str:
    """What a page says, tags left out and spaces drawn together."""
    without_tags = re.sub(r"<[^>]+>", " ", page)
    return " ".join(without_tags.split())


def import_list(client: Client, text: str) -> HttpResponse:
    """A text read and made a group of, as the preview proposes; the answer to either step."""
    answer = client.post("/en/groups/import/", {"text": text})
    if answer.status_code != 200:
        return answer  # type: ignore[return-value]
    sent = preview_fields(answer.content.decode()) | {"build": "new"}
    return client.post("/en/groups/import/", sent)  # type: ignore[return-value]


def preview_fields(page: str) -> dict[str, Any]:
    """What the form on the preview of an import would send."""
    form = page[page.index('name="seen"') - 50 :]
    fields: dict[str, Any] = {}
    for tag in re.findall(r"<input [^>]*>", form):
        name = re.search(r'name="([^"]+)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        if name and ("checkbox" not in tag or "checked" in tag):
            fields[name[1]] = html.unescape(value[1] if value else "")
    for name, options in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
        chosen = re.search(r'value="([^"]*)" selected', options)
        fields[name] = chosen[1] if chosen else ""
    text = re.search(r"<textarea[^>]*>\n?(.*?)</textarea>", form, re.S)
    assert text
    return fields | {"text": html.unescape(text[1])}
