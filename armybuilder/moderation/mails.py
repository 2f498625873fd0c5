"""The mail that tells an author what was hidden, and why."""

import logging
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from armybuilder.moderation.kinds import KINDS
from armybuilder.moderation.models import Case, State

logger = logging.getLogger("armybuilder.moderation")


def tell_author(case: Case) -> None:
    """Write to the author of what a moderator has hidden, where mail reaches them; the site tells
    them in any case."""
    author = case.author
    if author is None or case.state != State.HIDDEN or not author.proven_address:
        return
    with override(author.language or settings.LANGUAGE_CODE):
        title = KINDS[case.kind].title if case.kind in KINDS else _("photo of a figure")
        context = {
            "title": title,
            "lines": case.judged.splitlines(),
            "told": case.told,
            "page": settings.SITE_URL + reverse("hidden"),
        }
        mail = EmailMessage(
            _("A moderator has hidden something of yours"),
            render_to_string("moderation/hidden_mail.txt", context),
            to=[author.email],
        )
    try:
        mail.send()
    except (OSError, SMTPException):
        logger.exception("an author could not be told by mail")
