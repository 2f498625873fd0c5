"""What a certificate says, and what this site says of the same list today."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from armybuilder.groups.certificates.keys import has_signed, signer
from armybuilder.groups.certificates.writing import (
    CATALOGUE_DIGITS,
    SEAL_MARK,
    Certificate,
    Statement,
    Unreadable,
    certificate,
    read,
)
from armybuilder.groups.exports import AnySheet
from armybuilder.groups.exports.packed import Unpackable, pack, unpack
from armybuilder.groups.exports.sheet import Sheet
from armybuilder.groups.models import CertificateKey
from armybuilder.groups.present.games import (
    AnyJudged,
    check_code,
    fit,
    judge_all,
    judged_by,
    standing,
)
from armybuilder.groups.present.groups import Document, Unfit
from armybuilder.groups.present.verdicts import Standing


class Worth(StrEnum):
    """What a certificate is worth today."""

    LEGAL = "legal"
    OTHERWISE = "otherwise"
    NOT_LEGAL = "not-legal"
    SEALED = "sealed"
    FORGED = "forged"
    FOREIGN = "foreign"
    DISTRUSTED = "distrusted"
    UNREADABLE = "unreadable"

    @property
    def is_genuine(self) -> bool:
        """Whether this site has signed it and stands by it."""
        return self in (Worth.LEGAL, Worth.OTHERWISE, Worth.NOT_LEGAL, Worth.SEALED)


TITLES = {
    Worth.LEGAL: gettext_lazy("Genuine and legal"),
    Worth.OTHERWISE: gettext_lazy("Genuine, judged otherwise today"),
    Worth.NOT_LEGAL: gettext_lazy("Genuine, but not legal"),
    Worth.SEALED: gettext_lazy("Genuine, and sealed"),
    Worth.FORGED: gettext_lazy("Changed after it was signed"),
    Worth.FOREIGN: gettext_lazy("Not signed by this site"),
    Worth.DISTRUSTED: gettext_lazy("Signed with a key that is no longer trusted"),
    Worth.UNREADABLE: gettext_lazy("No certificate"),
}
MEANINGS = {
    Worth.LEGAL: gettext_lazy(
        "This site has judged exactly this list. Compare it with the paper and the table."
    ),
    Worth.OTHERWISE: gettext_lazy(
        "This site has signed exactly this list, but rules or records have changed since."
    ),
    Worth.NOT_LEGAL: gettext_lazy(
        "This site has judged exactly this list, and found that it may not be played as it is."
    ),
    Worth.SEALED: gettext_lazy(
        "This site has judged a list that its player shows later. It cannot be exchanged till then."
    ),
    Worth.FORGED: gettext_lazy(
        "Something in it is no longer as this site signed it. Nothing it says can be relied upon."
    ),
    Worth.FOREIGN: gettext_lazy(
        "Another site made it, or nobody. What this site says of the list stands below."
    ),
    Worth.DISTRUSTED: gettext_lazy(
        "Whoever runs this site has withdrawn the key. Ask for a sheet printed anew."
    ),
    Worth.UNREADABLE: gettext_lazy("Scan it again, or take the packed line of the list."),
}


@dataclass(frozen=True)
class Fact:
    """One thing a certificate says, as it says it and as it is today."""

    title: str
    signed: str
    today: str

    @property
    def differs(self) -> bool:
        """Whether it is otherwise today."""
        return self.signed != self.today


class Opened(NamedTuple):
    """A certificate with the list in it, None for one that is sealed; not yet weighed."""

    certificate: Certificate
    document: Document | None


@dataclass(frozen=True)
class Examined:
    """A text that was scanned and what it is worth. The later fields are empty where the list in
    it cannot be read; `fault` says why."""

    text: str
    worth: Worth
    certificate: Certificate | None = None
    document: Document | None = None
    judged: AnyJudged | None = None
    standing: Standing | None = None
    facts: tuple[Fact, ...] = ()
    fault: str = ""

    @property
    def title(self) -> str:
        """Its worth in a few words."""
        return str(TITLES[self.worth])

    @property
    def meaning(self) -> str:
        """What follows for whoever holds it."""
        return self.fault or str(MEANINGS[self.worth])

    @property
    def differing(self) -> tuple[Fact, ...]:
        """What is otherwise today than it says."""
        return tuple(fact for fact in self.facts if fact.differs)


def certify(sheet: AnySheet, *, seal: str = "") -> Certificate:
    """What a sheet says, signed by the site now; with a seal in place of the list, and of the check
    code, by which it could be guessed."""
    key, sign = signer()
    statement = Statement(
        key=key,
        moment=timezone.now(),
        legal=sheet.legal,
        total=sheet.total,
        ruleset=sheet.ruleset,
        catalogue=_digits(str(sheet.verdict.get("catalogue", ""))),
        code=sheet.check_code if isinstance(sheet, Sheet) and not seal else "",
        line=f"{SEAL_MARK}~{seal}" if seal else pack(sheet.group),
    )
    return certificate(statement, sign)


def examine(text: str) -> Examined:
    """What a scanned text is worth."""
    return examine_all([text])[0]


def examine_all(texts: Sequence[str]) -> list[Examined]:
    """The same for several; keys and catalogue are asked for once."""
    opened = [_opened(text) for text in texts]
    whole = [each for each in opened if isinstance(each, Opened)]
    ids = {each.certificate.statement.key for each in whole}
    keys = CertificateKey.objects.in_bulk(ids) if ids else {}
    documents = [each.document for each in whole if each.document is not None]
    judged = iter(judge_all(documents) if documents else ())
    return [
        _weighed(
            each,
            keys.get(each.certificate.statement.key),
            None if each.document is None else next(judged),
        )
        if isinstance(each, Opened)
        else each
        for each in opened
    ]


def _opened(text: str) -> Opened | Examined:
    try:
        certificate = read(text)
        if certificate.statement.is_sealed:
            return Opened(certificate, None)
        return Opened(certificate, fit(unpack(certificate.statement.line)))
    except (Unreadable, Unpackable) as error:
        return Examined(text, Worth.UNREADABLE, fault=str(error))
    except Unfit as error:
        return Examined(text, Worth.UNREADABLE, fault=f"{error.path}: {error.message}")


def _weighed(opened: Opened, key: CertificateKey | None, judged: AnyJudged | None) -> Examined:
    certificate = opened.certificate
    now = standing(judged) if judged else None
    return Examined(
        certificate.text,
        _worth(certificate, key, now),
        certificate,
        opened.document,
        judged,
        now,
        tuple(_facts(certificate.statement, judged)),
    )


def _worth(certificate: Certificate, key: CertificateKey | None, now: Standing | None) -> Worth:
    """`now` is the line of the list today, None where it is sealed."""
    statement = certificate.statement
    if key is None:
        return Worth.FOREIGN
    if not has_signed(key, certificate.signature, statement.signed):
        return Worth.FORGED
    if not key.trusted:
        return Worth.DISTRUSTED
    if now is None:
        return Worth.SEALED if statement.legal else Worth.NOT_LEGAL
    if (statement.legal, statement.total) != (now.legal, now.total):
        return Worth.OTHERWISE
    return Worth.LEGAL if now.legal else Worth.NOT_LEGAL


def _facts(statement: Statement, judged: AnyJudged | None) -> Iterator[Fact]:
    """What a statement says; of a list that is sealed nothing is known to differ."""
    signed = (
        verdict_word(statement.legal),
        str(statement.total),
        statement.code,
        statement.ruleset,
        statement.catalogue,
    )
    today = _said_today(judged) if judged else signed
    titles = (_("Verdict"), _("Points"), _("Check code"), _("Rules"), _("Records"))
    for fact in map(Fact, titles, signed, today):
        if fact.signed or fact.today:
            yield fact


def _said_today(judged: AnyJudged) -> tuple[str, ...]:
    now, (ruleset, catalogue) = standing(judged), judged_by(judged)
    return (
        verdict_word(now.legal),
        str(now.total),
        check_code(judged),
        ruleset,
        _digits(catalogue),
    )


def verdict_word(legal: bool | None) -> str:
    """A verdict in one word."""
    if legal is None:
        return _("Undecided")
    return _("Legal") if legal else _("Illegal")


def _digits(catalogue: str) -> str:
    return catalogue.rpartition(":")[2][:CATALOGUE_DIGITS]
