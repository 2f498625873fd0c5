"""Devices that want notices, and the key the site signs them with."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from armybuilder.site.models import TOKEN_LENGTH, OwnedQuerySet, one_owner


class PushKey(models.Model):
    """The key by which push services know the site (RFC 8292): P-256, in URL-safe base64 without
    padding, `private` sealed with the site's secret. There is one; devices are bound to it, and
    where it can be opened no more they go with it."""

    public = models.CharField(_("public key"), max_length=100)
    private = models.CharField(_("private key, sealed"), max_length=200)

    class Meta:
        verbose_name = _("push key")
        verbose_name_plural = _("push keys")

    def __str__(self) -> str:
        return self.public[:8]


class PushDevice(models.Model):
    """A browser that takes notices: where they are sent, and by which keys they are sealed for it.

    `address` is secret: whoever knows it may end the notices. `used` is when something was last
    sent there, or when it was asked for.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="push_devices",
        verbose_name=_("owner"),
    )
    visitor = models.CharField(_("visitor"), max_length=TOKEN_LENGTH, blank=True, db_index=True)
    key = models.ForeignKey(PushKey, on_delete=models.CASCADE, related_name="devices")
    address = models.CharField(_("address"), max_length=2000)
    digest = models.CharField(_("digest of the address"), max_length=64, unique=True)
    p256dh = models.CharField(_("public key of the device"), max_length=100)
    auth = models.CharField(_("secret of the device"), max_length=32)
    language = models.CharField(_("language"), max_length=8)
    used = models.DateTimeField(_("last used"))

    objects = OwnedQuerySet["PushDevice"].as_manager()

    class Meta:
        verbose_name = _("device with notices")
        verbose_name_plural = _("devices with notices")
        ordering: ClassVar[list[str]] = ["-used", "-pk"]
        constraints: ClassVar[list[Any]] = [one_owner("push_device_has_one_owner")]

    def __str__(self) -> str:
        return self.digest[:8]
