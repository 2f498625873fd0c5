"""A skirmish outlives the server: everything of it is kept with every order."""

import re
import signal
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from armybuilder.tests.process import free_port, running_site

END_STAGE = '{"order":"end_stage"}'


class Visitor:
    """Somebody with a browser that remembers its cookies, and what they see."""

    def __init__(self, site: str) -> None:
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()))
        self.opener.addheaders.append(("Origin", site))
        self.url = f"{site}/en/skirmishes/"
        self.page = ""

    def look(self) -> None:
        """Open the page anew."""
        with self.opener.open(self.url) as answer:
            self.url, self.page = answer.url, answer.read().decode()

    def post(self, action: str, **fields: str) -> None:
        """Send a form of the page."""
        (token, *_rest) = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', self.page)
        sent = {"csrfmiddlewaretoken": token, "version": str(self.version), **fields}
        url = self.url.partition("?")[0]
        if url.endswith("/skirmishes/"):
            url += "age-of-destruction/"
        with self.opener.open(f"{url}{action}/", urlencode(sent).encode()) as answer:
            self.url, self.page = answer.url, answer.read().decode()

    @property
    def version(self) -> int:
        """The version of the game the page shows."""
        found = re.search(r'data-version="(\d+)"', self.page)
        return int(found[1]) if found else 0

    @property
    def seen(self) -> tuple[list[str], list[str]]:
        """Where everything stands, and the log."""
        figures = re.findall(r'class="figure-list.*?</ul>', self.page, re.S)
        return figures, re.findall(r"<summary>(.*?)</summary>", self.page, re.S)

    @property
    def waits_for_the_bot(self) -> bool:
        """Whether the bot is to act."""
        return "Let the bot act" in self.page

    def let_the_bot_act(self) -> None:
        """One order after the other until the person is to act."""
        for _ in range(40):
            if not self.waits_for_the_bot:
                return
            self.post("step")
        raise AssertionError("the bot goes on and on")


def test_a_game_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    port = free_port()
    visitor = Visitor(f"http://localhost:{port}")
    with running_site(tmp_path, port, ends_by=signal.SIGKILL):
        visitor.look()
        visitor.post("quick", total="300", against="greedy")
        visitor.let_the_bot_act()
        visitor.post("order", order=END_STAGE)
        assert visitor.waits_for_the_bot
        version, seen = visitor.version, visitor.seen
    with running_site(tmp_path, port):
        visitor.look()
        assert (visitor.version, visitor.seen) == (version, seen)
        visitor.post("undo")
        assert visitor.version == version + 1 and not visitor.waits_for_the_bot
        visitor.post("order", order=END_STAGE)
        assert visitor.seen == seen
        asked = visitor.version
        assert asked == version + 2 and visitor.waits_for_the_bot
        visitor.let_the_bot_act()
        assert visitor.version > asked and not visitor.waits_for_the_bot
        assert "Turn " in visitor.page
