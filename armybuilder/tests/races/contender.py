"""One process of the site: gets a request ready, sends it on a word, says what came back.

    python -m armybuilder.tests.races.contender NAME_OF_THE_DATABASE

A line of JSON in for each request, then an empty one to let it go; a line of JSON out for each.
"""

import json
import os
import sys
from typing import Any


def answer_of(asked: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request, once the word comes."""
    from django.test import Client

    client = Client(raise_request_exception=False)
    client.cookies.load(asked["cookies"])
    options = {"content_type": asked["type"]} if asked["type"] else {}
    send = getattr(client, asked["method"])
    say({"ready": True})
    sys.stdin.readline()
    response = send(asked["path"], asked["data"], headers=asked["headers"], **options)
    return {
        "status": response.status_code,
        "location": response.headers.get("Location", ""),
        "retry_after": response.headers.get("Retry-After", ""),
        "text": response.content.decode(),
    }


def say(words: dict[str, Any]) -> None:
    """A line to whoever started this process."""
    print(json.dumps(words), flush=True)


def main(database: str) -> None:
    """Answer until nobody asks any more."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "armybuilder.tests.settings"
    import django

    django.setup()
    from django.db import connection
    from django.test.utils import setup_test_environment

    setup_test_environment()
    connection.settings_dict["NAME"] = database
    for line in sys.stdin:
        say(answer_of(json.loads(line)))
        connection.close()


if __name__ == "__main__":
    main(sys.argv[1])
