"""The text of a certificate: "mwc1~SIGNATURE~9f02c41d~1795478400~l~450~age-of-…~…~…~mw1~450~…".

It is ASCII and may stand in an address as it is. Its parts stand between "~":

    mwc1        the format and its number
    SIGNATURE   Ed25519 over "mwc1~" and everything behind the signature, URL-safe base64
    KEY         the key it was signed with: 8 hexadecimal digits
    TIME        when, in seconds since 1970 (UTC)
    VERDICT     "l" legal, "i" illegal, "u" undecided
    TOTAL       the points of the list
    RULESET     the rules it was judged by
    CATALOGUE   the first 12 digits of the digest of its records; empty for a game without
    CODE        the check code the sheet bears; empty for a game without
    LINE        the list as a packed line, which has "~" of its own; or its seal, "mws1~" and the
                26 letters and digits that `seals` reckons of a list that is not shown yet
"""

import base64
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import unquote

from django.utils.translation import gettext as _

MARK = "mwc1"
#: What begins the seal of a list in its place.
SEAL_MARK = "mws1"
CATALOGUE_DIGITS = 12
LONGEST_TEXT = 20_000

_SIGNATURE_BYTES = 64
_VERDICTS = {"l": True, "i": False, "u": None}
_LETTERS = {verdict: letter for letter, verdict in _VERDICTS.items()}
_PATTERN = re.compile(
    rf"{MARK}~(?P<signature>[A-Za-z0-9_-]{{86}})~"
    r"(?P<signed>(?P<key>[0-9a-f]{8})~(?P<time>[0-9]{1,11})~(?P<verdict>[liu])~(?P<total>[0-9]{1,7})"
    rf"~(?P<ruleset>[a-z0-9@-]{{1,64}})~(?P<catalogue>[0-9a-f]{{0,{CATALOGUE_DIGITS}}})"
    r"~(?P<code>[A-Z0-9-]{0,20})~(?P<line>mws?[0-9]~[A-Za-z0-9_+.:~-]*))"
)


class Unreadable(ValueError):
    """A text that is no certificate; the message says why."""


@dataclass(frozen=True, kw_only=True)
class Statement:
    """What the site says of a list. `legal` None: undecided; `catalogue` is the beginning of the
    digest, `line` the list packed."""

    key: str
    moment: datetime
    legal: bool | None
    total: int
    ruleset: str
    catalogue: str
    code: str
    line: str

    @property
    def is_sealed(self) -> bool:
        """Whether it is about a list that it does not show."""
        return self.line.startswith(f"{SEAL_MARK}~")

    @property
    def told(self) -> str:
        """The statement as it is signed, behind the mark."""
        seconds = int(self.moment.timestamp())
        verdict = _LETTERS[self.legal]
        facts = (self.key, seconds, verdict, self.total, self.ruleset, self.catalogue, self.code)
        return "~".join(map(str, (*facts, self.line)))

    @property
    def signed(self) -> bytes:
        """The bytes that are signed."""
        return f"{MARK}~{self.told}".encode("ascii")


@dataclass(frozen=True)
class Certificate:
    """A statement with the signature under it: 64 bytes."""

    statement: Statement
    signature: bytes

    @property
    def text(self) -> str:
        """The whole certificate, to be printed as a code."""
        signature = base64.urlsafe_b64encode(self.signature).decode().rstrip("=")
        return f"{MARK}~{signature}~{self.statement.told}"


def certificate(statement: Statement, sign: Callable[[bytes], bytes]) -> Certificate:
    """The statement signed."""
    return Certificate(statement, sign(statement.signed))


def read(text: str) -> Certificate:
    """The certificate in a text: its own, or the address that holds it, as scanners tell it;
    raises Unreadable."""
    if len(text) > LONGEST_TEXT:
        raise Unreadable(_("This is too long for a certificate."))
    told = unquote(text.strip()).replace(" ", "+")
    begin = told.find(f"{MARK}~")
    if begin < 0:
        raise Unreadable(_("A certificate begins with “%(mark)s”.") % {"mark": f"{MARK}~"})
    found = _PATTERN.fullmatch(told[begin:].rstrip("/"))
    if found is None:
        raise Unreadable(_("A part of this certificate is missing or has been changed."))
    return Certificate(
        Statement(
            key=found["key"],
            moment=datetime.fromtimestamp(int(found["time"]), UTC),
            legal=_VERDICTS[found["verdict"]],
            total=int(found["total"]),
            ruleset=found["ruleset"],
            catalogue=found["catalogue"],
            code=found["code"],
            line=found["line"],
        ),
        base64.urlsafe_b64decode(f"{found['signature']}==")[:_SIGNATURE_BYTES],
    )
