"""The catalogue in the database, and what people add to it.

Every record is kept whole, beside the columns that lists filter by. The rows are a copy of the
catalogue files, with what people entered laid over them, and are written by
`collection.catalogue.services` only. Together they hold all of it, so that the rules read the same
catalogue from either.

A contribution is proposed and decided on; an entry is what holds for a figure from then on. Every
state an entry has had is kept as a revision.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from collection.common.ids import PublicIdField


class CatalogueVersion(models.Model):
    """One load of a game system's catalogue; the newest one is what the other rows hold.

    `shape` numbers what the loader makes of a record: rows of an older one are written again.
    """

    system = models.CharField(_("game system"), max_length=32)
    digest = models.CharField(_("digest"), max_length=80)
    shape = models.PositiveSmallIntegerField(_("shape of the rows"), default=1)
    loaded_at = models.DateTimeField(_("loaded at"))
    counts = models.JSONField(_("counts"))

    class Meta:
        verbose_name = _("catalogue version")
        verbose_name_plural = _("catalogue versions")
        get_latest_by = "id"
        indexes = (models.Index(fields=["system", "-id"], name="catalogue_version_newest"),)

    def __str__(self) -> str:
        return f"{self.system} {self.digest}"


class CatalogueFile(models.Model):
    """A file of the catalogue without those of its records that have rows of their own.

    `listing` names the list these records stand in; it is empty for a file kept whole. `loaded` is
    the file as it was read, before anything was laid over it; None where there is no such file.
    """

    system = models.CharField(_("game system"), max_length=32)
    path = models.CharField(_("path"), max_length=120)
    listing = models.CharField(_("list of records"), max_length=32, blank=True)
    content = models.JSONField(_("content"))
    loaded = models.JSONField(_("as loaded"), null=True)

    class Meta:
        verbose_name = _("catalogue file")
        verbose_name_plural = _("catalogue files")
        constraints = (
            models.UniqueConstraint(fields=["system", "path"], name="catalogue_file_once"),
        )

    def __str__(self) -> str:
        return f"{self.system}/{self.path}"


class CatalogueRecord(models.Model):
    """What every record has: the file and place it came from, and all of it as JSON."""

    system = models.CharField(_("game system"), max_length=32)
    file = models.ForeignKey(CatalogueFile, models.CASCADE, related_name="+")
    position = models.PositiveIntegerField(_("position in the file"))
    record = models.JSONField(_("record"))

    class Meta:
        abstract = True


class ExpansionSet(CatalogueRecord):
    """A set figures and cards were sold in."""

    code = models.CharField(_("code"), max_length=8)
    name = models.CharField(_("name"), max_length=80)
    name_pl = models.CharField(_("Polish name"), max_length=80, blank=True)
    year = models.PositiveSmallIntegerField(_("year"), null=True, blank=True)
    official = models.BooleanField(_("official"), default=True)

    class Meta:
        verbose_name = pgettext_lazy("of figures", "set")
        verbose_name_plural = pgettext_lazy("of figures", "sets")
        ordering = ("system", "position")
        constraints = (models.UniqueConstraint(fields=["system", "code"], name="set_once"),)

    def __str__(self) -> str:
        return f"{self.code} {self.name}"


class Faction(CatalogueRecord):
    """A faction with a symbol of its own."""

    name = models.CharField(_("name"), max_length=80)
    name_pl = models.CharField(_("Polish name"), max_length=80, blank=True)
    abbreviation = models.CharField(_("abbreviation"), max_length=8, blank=True)

    class Meta:
        verbose_name = _("faction")
        verbose_name_plural = _("factions")
        ordering = ("system", "position")
        constraints = (models.UniqueConstraint(fields=["system", "name"], name="faction_once"),)

    def __str__(self) -> str:
        return self.name


class Numbered(CatalogueRecord):
    """A figure or card: known by the set and collector number printed on it.

    `sort_key` orders a system by set, the best known first, and number; `search_text` is folded,
    its words stand between spaces.
    """

    catalogue_id = models.CharField(_("catalogue id"), max_length=32)
    set = models.ForeignKey(ExpansionSet, models.PROTECT, verbose_name=_("set"))
    number = models.CharField(_("number"), max_length=16)
    sort_key = models.CharField(_("sort key"), max_length=32, db_index=True)
    name = models.CharField(_("name"), max_length=160)
    name_key = models.CharField(_("folded name"), max_length=160, db_index=True)
    official = models.BooleanField(_("official"), default=True)
    search_text = models.TextField(_("search text"))

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.catalogue_id} {self.name}"


class Figure(Numbered):
    """A figure, or a block: several versions of one sculpt of which only the numbers are known.

    Combat values are those of the first click, `damage` the primary one, `reach` the longest range
    in inches; they are empty where no dial is known. `equipment_codes` are the two-letter codes of
    everything both dials show, between spaces.
    """

    class Status(models.TextChoices):
        """How much is known."""

        COMPLETE = "complete", _("with dial")
        LISTED = "listed", _("number and name only")
        BLOCK = "block", _("versions not told apart")

    status = models.CharField(_("known"), max_length=10, choices=Status.choices)
    last_number = models.CharField(_("last number of several"), max_length=16, blank=True)
    nickname = models.CharField(_("nickname"), max_length=80, blank=True)
    variant = models.CharField(_("variant"), max_length=80, blank=True)
    faction = models.ForeignKey(
        Faction, models.PROTECT, null=True, blank=True, verbose_name=_("faction")
    )
    type = models.CharField(_("type"), max_length=16)
    mech_class = models.CharField(_("'Mech class"), max_length=16, blank=True)
    rank = models.CharField(_("rank"), max_length=16, blank=True)
    unique = models.BooleanField(_("unique"), default=False)
    speed_mode = models.CharField(_("speed mode"), max_length=16, blank=True)
    points = models.PositiveIntegerField(_("points"), null=True, blank=True)
    speed = models.PositiveSmallIntegerField(_("speed"), null=True, blank=True)
    attack = models.PositiveSmallIntegerField(_("attack"), null=True, blank=True)
    defense = models.PositiveSmallIntegerField(_("defense"), null=True, blank=True)
    damage = models.PositiveSmallIntegerField(_("damage"), null=True, blank=True)
    clicks = models.PositiveSmallIntegerField(_("clicks of life"), null=True, blank=True)
    reach = models.PositiveSmallIntegerField(_("range"), null=True, blank=True)
    vent = models.PositiveSmallIntegerField(_("vent rating"), null=True, blank=True)
    capacity = models.PositiveSmallIntegerField(_("transport capacity"), null=True, blank=True)
    artillery_range = models.PositiveSmallIntegerField(_("artillery range"), null=True, blank=True)
    equipment_codes = models.CharField(_("equipment"), max_length=160, blank=True)
    entered = models.BooleanField(_("entered by people"), default=False)

    class Meta:
        verbose_name = _("figure")
        verbose_name_plural = _("figures")
        ordering = ("sort_key",)
        constraints = (
            models.UniqueConstraint(fields=["system", "catalogue_id"], name="figure_id_once"),
            models.UniqueConstraint(fields=["set", "number"], name="figure_number_once_in_set"),
            models.UniqueConstraint(fields=["system", "sort_key"], name="figure_sort_key_once"),
            models.CheckConstraint(
                condition=(models.Q(status="block") & ~models.Q(last_number=""))
                | (~models.Q(status="block") & models.Q(last_number="")),
                name="figure_block_has_last_number",
            ),
        )


class Card(Numbered):
    """A combat enhancement card; `classes` are those it asks for, parted by spaces."""

    type = models.CharField(_("type"), max_length=8)
    name_pl = models.CharField(_("Polish name"), max_length=160, blank=True)
    classes = models.CharField(_("'Mech classes"), max_length=40, blank=True)
    factions = models.ManyToManyField(Faction, verbose_name=_("factions"), blank=True)

    class Meta:
        verbose_name = _("card")
        verbose_name_plural = _("cards")
        ordering = ("sort_key",)
        constraints = (
            models.UniqueConstraint(fields=["system", "catalogue_id"], name="card_id_once"),
            models.UniqueConstraint(
                fields=["set", "type", "number"], name="card_number_once_in_set"
            ),
            models.UniqueConstraint(fields=["system", "sort_key"], name="card_sort_key_once"),
        )


LONGEST_NOTE = 1000


class HowSure(models.TextChoices):
    """What the values were read from."""

    FIGURE = "figure", pgettext_lazy("entered from", "the figure itself")
    PHOTO = "photo", pgettext_lazy("entered from", "a photograph of the figure")
    TEXT = "text", pgettext_lazy("entered from", "a list or article")
    MEMORY = "memory", pgettext_lazy("entered from", "memory")


class Decision(models.TextChoices):
    """What an editor said."""

    OPEN = "open", pgettext_lazy("contribution", "waiting")
    ACCEPTED = "accepted", pgettext_lazy("contribution", "accepted")
    DECLINED = "declined", pgettext_lazy("contribution", "declined")


class Proposed(models.Model):
    """What every proposal has: whose it is, about which figure, and how it was decided."""

    public_id = PublicIdField()
    system = models.CharField(_("game system"), max_length=32)
    catalogue_id = models.CharField(_("catalogue id"), max_length=32)
    how_sure = models.CharField(_("read from"), max_length=8, choices=HowSure.choices)
    note = models.TextField(_("note"), max_length=LONGEST_NOTE, blank=True)
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("proposed by"),
    )
    proposed_at = models.DateTimeField(_("proposed at"))
    decision = models.CharField(
        _("decision"), max_length=8, choices=Decision.choices, default=Decision.OPEN
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    reason = models.TextField(_("reason"), max_length=LONGEST_NOTE, blank=True)

    class Meta:
        abstract = True
        ordering = ("-proposed_at", "-id")

    @property
    def is_open(self) -> bool:
        """Whether it waits for an editor."""
        return self.decision == Decision.OPEN


class Contribution(Proposed):
    """A whole figure as somebody entered it."""

    record = models.JSONField(_("record"))

    class Meta(Proposed.Meta):
        verbose_name = _("contribution")
        verbose_name_plural = _("contributions")
        indexes = (models.Index(fields=["decision", "-proposed_at"], name="contribution_queue"),)
        permissions = (("edit_catalogue", _("Can decide on contributions to the catalogue")),)

    def __str__(self) -> str:
        return f"{self.catalogue_id} {self.record.get('name', '')}"


class FigureReport(Proposed):
    """“My figure says otherwise”: one value, what the catalogue said and what the figure says.

    `value` names the value as the sheets of the template do, `line` the click or heat position.
    """

    value = models.CharField(_("value"), max_length=40)
    line = models.PositiveSmallIntegerField(_("line"), null=True, blank=True)
    said_here = models.CharField(_("what the catalogue says"), max_length=200, blank=True)
    said_there = models.CharField(_("what the figure says"), max_length=200, blank=True)

    class Meta(Proposed.Meta):
        verbose_name = _("report on a figure")
        verbose_name_plural = _("reports on figures")
        indexes = (models.Index(fields=["decision", "-proposed_at"], name="figure_report_queue"),)

    def __str__(self) -> str:
        return f"{self.catalogue_id} {self.value}"


class CatalogueEntry(models.Model):
    """The record that lies over what the catalogue's files say of a figure; None: nothing does."""

    system = models.CharField(_("game system"), max_length=32)
    catalogue_id = models.CharField(_("catalogue id"), max_length=32)
    record = models.JSONField(_("record"), null=True)

    class Meta:
        verbose_name = _("entered figure")
        verbose_name_plural = _("entered figures")
        ordering = ("system", "catalogue_id")
        constraints = (
            models.UniqueConstraint(fields=["system", "catalogue_id"], name="catalogue_entry_once"),
        )

    def __str__(self) -> str:
        return self.catalogue_id


class EntryRevision(models.Model):
    """One state of an entry: who made it what it then was, and from whose proposal."""

    entry = models.ForeignKey(CatalogueEntry, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField(_("number"))
    record = models.JSONField(_("record"), null=True)
    how_sure = models.CharField(_("read from"), max_length=8, choices=HowSure.choices, blank=True)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("entered by"),
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("changed by"),
    )
    made_at = models.DateTimeField(_("changed at"))
    note = models.TextField(_("note"), max_length=LONGEST_NOTE, blank=True)

    class Meta:
        verbose_name = _("revision of an entered figure")
        verbose_name_plural = _("revisions of entered figures")
        ordering = ("entry", "-number")
        constraints = (
            models.UniqueConstraint(fields=["entry", "number"], name="entry_revision_once"),
        )

    def __str__(self) -> str:
        return f"{self.entry} {self.number}"
