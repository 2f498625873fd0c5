"""Skirmishes people play, order by order."""

from enum import StrEnum
from functools import reduce
from operator import or_
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from armybuilder.site.models import TOKEN_LENGTH, OwnedQuerySet, Owner, one_owner
from armybuilder.skirmishes.looking import AT_ONE_SCREEN, Looker
from armybuilder.skirmishes.naming import LONGEST_TITLE, retold
from collection.common.hiding import HiddenColumn
from collection.common.ids import PUBLIC_ID_LENGTH, PublicIdField

#: Characters of a note on a game.
LONGEST_NOTE = 1000
#: The state is kept of every so many steps.
KEPT_EVERY = 25


class SkirmishQuerySet(OwnedQuerySet["Skirmish"]):
    """The only doors to a skirmish: whoever started it or sits there, or a link its owner gave
    away."""

    def at_the_table(self, owner: Owner) -> "SkirmishQuerySet":
        """Those somebody has begun or has a seat in."""
        seats = SkirmishSeat.objects.for_owner(owner).values("skirmish")
        own = Skirmish.objects.for_owner(owner).values("pk")
        return self.filter(models.Q(pk__in=own) | models.Q(pk__in=seats))

    def watched_by(self, token: str) -> "SkirmishQuerySet":
        """The skirmish a link lets others watch, if the link still stands."""
        return self.filter(watch_token=token, hidden=False) if token else self.none()

    def shared_by(self, token: str) -> "SkirmishQuerySet":
        """The skirmish a link opens, if the link still stands."""
        return self.filter(share_token=token, hidden=False) if token else self.none()

    def of_tree(self, root: str) -> "SkirmishQuerySet":
        """A skirmish and all that branched off from it, directly or not, whatever is gone."""
        return self.filter(models.Q(tree=root) | models.Q(public_id=root))

    def without_positions(self) -> "SkirmishQuerySet":
        """The same, read without what only a table needs; `titles` is filled apart."""
        lean = self.defer("start", "state", "records")
        return lean.annotate(titles=models.F("start__titles"))  # type: ignore[no-redef]


class SkirmishLine(models.Model):
    """Steps one after the other. A game writes into one line of its own and reads others'
    (`SkirmishStretch`); a line stays as long as anybody writes or reads it. `packed` has its steps
    instead of rows where the game was put away (`archive`)."""

    packed = models.BinaryField(_("steps put away"), null=True)

    class Meta:
        verbose_name = _("line of steps")
        verbose_name_plural = _("lines of steps")

    def __str__(self) -> str:
        return str(self.pk)


class Skirmish(models.Model):
    """A game of any system: how it began (a scenario/1 object), who plays which seat, and where it
    stands.

    `seats`: by seat, the `name` of its player and the `commander` that plays it, "" for a person;
    `sides` by seat. `turn`, `stage`, `acting` (the seat that must act, "" when it is over),
    `winner` (a side) and `points` are what the rules say of the present state, for lists. `seed` is
    the lot of what is drawn before the first order.
    `state` is the rules' own saved state after the last step; `dice` the generator's memory, which
    nobody is told. `version` grows with every change, undone ones included.
    `played` counts the seconds of the turns up to the last of them. `records` has the
    digest of each figure and card the start names, as they were when it began. `share_token` is the
    link by which anybody watches it, "" for none; a game that goes on has one where all its seats
    are `shown`, which those in `consents` have agreed to.

    Steps up to `shared` lie in lines of other games. A branch came off its `parent`, None where
    that is gone, after `branched` steps; `tree` is the id of the game all began with, "" where it
    is this one. With the `same_dice` they fall as they did there, as long as its orders agree.

    `is_live`: a seat was given to somebody at another screen; `watch_token` is the link by which
    others watch that. `terms` is what was agreed while somebody has yet to choose what they play
    with, and empty from then on.
    `news` is the number of the last `SkirmishChange`, which it has when it `is_live`.
    `archived` is the number of the last step of a game that was put away, None of any other.
    `clocks` has the time agreed for each seat and what is left of it; `is_listed`, that anybody may
    take a free seat; `offer` is what somebody asks of the others; `ended` says how it ended where
    no order did.
    """

    public_id = PublicIdField()
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="skirmishes",
        verbose_name=_("owner"),
    )
    visitor = models.CharField(_("visitor"), max_length=TOKEN_LENGTH, blank=True, db_index=True)
    system = models.CharField(_("game system"), max_length=40)
    title = models.CharField(_("title"), max_length=LONGEST_TITLE, blank=True)
    start = models.JSONField(_("start"))
    seed = models.BigIntegerField(_("seed"), default=0)
    seats = models.JSONField(_("seats"))
    sides = models.JSONField(_("sides"), default=dict)
    state = models.JSONField(_("state"))
    dice = models.CharField(_("dice"), max_length=20)
    ruleset = models.CharField(_("rules"), max_length=64)
    catalogue = models.CharField(_("catalogue"), max_length=80)
    records = models.JSONField(_("records"), default=dict)
    open_dials = models.BooleanField(_("open dials"), default=True)
    version = models.PositiveIntegerField(_("version"), default=1)
    played = models.PositiveIntegerField(_("seconds played"), default=0)
    turn = models.PositiveIntegerField(_("turn"), default=1)
    stage = models.CharField(_("stage"), max_length=40, blank=True)
    acting = models.CharField(_("seat in turn"), max_length=80, blank=True)
    over = models.BooleanField(_("over"), default=False)
    winner = models.CharField(_("winner"), max_length=80, blank=True)
    points = models.PositiveIntegerField(_("points"), null=True, blank=True)
    share_token = models.CharField(_("link"), max_length=TOKEN_LENGTH, blank=True)
    hidden = HiddenColumn()
    consents = models.JSONField(_("seats that agree to show it"), default=list)
    shown = models.BooleanField(_("shown while it goes on"), default=False)
    line = models.OneToOneField(
        SkirmishLine, on_delete=models.PROTECT, related_name="writer", verbose_name=_("line")
    )
    shared = models.PositiveIntegerField(_("steps in other lines"), default=0)
    parent = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        related_name="branches",
        verbose_name=_("branched off from"),
    )
    branched = models.PositiveIntegerField(_("branched off after so many steps"), default=0)
    tree = models.CharField(_("tree"), max_length=PUBLIC_ID_LENGTH, blank=True, db_index=True)
    same_dice = models.BooleanField(_("same dice while orders agree"), default=False)
    is_live = models.BooleanField(_("played at several screens"), default=False)
    watch_token = models.CharField(_("link to watch"), max_length=TOKEN_LENGTH, blank=True)
    terms = models.JSONField(_("terms"), default=dict)
    news = models.PositiveIntegerField(_("last change"), default=0)
    clocks = models.JSONField(_("clocks"), default=dict)
    is_listed = models.BooleanField(_("open to all"), default=False)
    offer = models.JSONField(_("offer"), default=dict)
    ended = models.CharField(_("ended by"), max_length=10, blank=True)
    archived = models.PositiveIntegerField(_("put away after so many steps"), null=True)
    follows = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        related_name="rematches",
        verbose_name=_("rematch of"),
    )
    created = models.DateTimeField(_("created"), auto_now_add=True)
    updated = models.DateTimeField(_("updated"), auto_now=True)

    objects = SkirmishQuerySet.as_manager()

    #: Who asked for this row; the door that gave it out says so.
    looker: Looker = AT_ONE_SCREEN

    class Meta:
        verbose_name = _("skirmish")
        verbose_name_plural = _("skirmishes")
        ordering: ClassVar[list[str]] = ["-updated", "-pk"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["owner", "-updated"], name="skirmish_of_member"),
            models.Index(
                fields=["-created"], name="skirmish_open", condition=models.Q(is_listed=True)
            ),
            models.Index(
                fields=["updated"],
                name="skirmish_live",
                condition=models.Q(is_live=True, over=False),
            ),
        ]
        constraints: ClassVar[list[Any]] = [
            one_owner("skirmish_has_one_owner"),
            models.UniqueConstraint(
                fields=["share_token"],
                condition=~models.Q(share_token=""),
                name="skirmish_link_is_unique",
            ),
            models.UniqueConstraint(
                fields=["watch_token"],
                condition=~models.Q(watch_token=""),
                name="skirmish_watch_link_is_unique",
            ),
            models.CheckConstraint(
                condition=models.Q(share_token="") | models.Q(over=True) | models.Q(shown=True),
                name="skirmish_has_a_link_when_shown",
            ),
        ]

    def __str__(self) -> str:
        groups = [who.get("group", "") for who in self.seats.values()]
        return retold(self.title, groups, self.titles) or self.public_id

    @cached_property
    def titles(self) -> Any:
        """What its start says it is called, by language."""
        return self.start.get("titles")

    @property
    def steps(self) -> "models.QuerySet[SkirmishStep]":
        """Every step of the game, wherever it lies; one that was put away is taken out."""
        from armybuilder.skirmishes.archive import take_out

        take_out(self)
        return SkirmishStep.objects.filter(
            reduce(or_, (stretch.rows for stretch in self.past()), models.Q(line=self.line_id))
        )

    @property
    def is_to_be_seen(self) -> bool:
        """Whether the game is told to others than those who play it."""
        return self.over or (self.shown and not self.terms)

    @property
    def root(self) -> str:
        """The id of the game that all of its tree began with."""
        return self.tree or self.public_id

    def past(self) -> "list[SkirmishStretch]":
        """What it reads of other lines, looked up once."""
        if not self.shared:
            return []
        models.prefetch_related_objects([self], "stretches")
        return [stretch for stretch in self.stretches.all() if not stretch.ahead]


class SkirmishStretch(models.Model):
    """Steps a game reads in a line: those after a number, until another. They are its own past, or
    where they lie `ahead` what was played after a branch came off."""

    skirmish = models.ForeignKey(Skirmish, on_delete=models.CASCADE, related_name="stretches")
    line = models.ForeignKey(SkirmishLine, on_delete=models.PROTECT, related_name="readers")
    after = models.PositiveIntegerField(_("after"), default=0)
    until = models.PositiveIntegerField(_("until"))
    ahead = models.BooleanField(_("ahead"), default=False)

    class Meta:
        verbose_name = _("stretch of steps")
        verbose_name_plural = _("stretches of steps")

    def __str__(self) -> str:
        return f"{self.line_id}/{self.after}-{self.until}"

    @property
    def rows(self) -> models.Q:
        """Which steps these are."""
        return models.Q(line=self.line_id, number__gt=self.after, number__lte=self.until)


class SeatQuerySet(OwnedQuerySet["SkirmishSeat"]):
    """Seats, by whoever sits there, or by the link that leads there."""

    def invited_by(self, token: str) -> "SeatQuerySet":
        """The free seat that a link offers, if it still does."""
        return self.filter(token=token) if token else self.none()


class SkirmishSeat(models.Model):
    """A seat that is not at the screen of whoever began the game: free, with the link that offers
    it in `token`, or held by a member or a visitor."""

    skirmish = models.ForeignKey(Skirmish, on_delete=models.CASCADE, related_name="given")
    seat = models.CharField(_("seat"), max_length=80)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="seats",
        verbose_name=_("owner"),
    )
    visitor = models.CharField(_("visitor"), max_length=TOKEN_LENGTH, blank=True, db_index=True)
    token = models.CharField(_("link"), max_length=TOKEN_LENGTH, blank=True)

    objects = SeatQuerySet.as_manager()

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["skirmish", "seat"], name="seat_is_given_once"),
            models.UniqueConstraint(
                fields=["token"], condition=~models.Q(token=""), name="seat_link_is_unique"
            ),
            models.CheckConstraint(
                condition=models.Q(owner__isnull=True, visitor="")
                | models.Q(owner__isnull=True, token="")
                | models.Q(visitor="", token=""),
                name="seat_is_free_or_held_by_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.skirmish_id}/{self.seat}"

    @property
    def is_free(self) -> bool:
        """Whether nobody sits there."""
        return self.owner_id is None and not self.visitor


class SkirmishStep(models.Model):
    """One order taken: the faces it rolled, what happened, and the fingerprint of the state.

    `player` is "" for an order that nobody gave. `state` is kept of every so many steps, so that a
    replay need not begin at the first.
    """

    line = models.ForeignKey(SkirmishLine, on_delete=models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField(_("number"))
    player = models.CharField(_("player"), max_length=80, blank=True)
    order = models.JSONField(_("order"))
    faces = models.JSONField(_("faces"))
    events = models.JSONField(_("events"))
    fingerprint = models.CharField(_("fingerprint"), max_length=16)
    state = models.JSONField(_("state"), null=True)
    taken = models.DateTimeField(_("taken"), default=timezone.now)

    class Meta:
        verbose_name = _("step")
        verbose_name_plural = _("steps")
        ordering: ClassVar[list[str]] = ["number"]
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(
                fields=["line", "number"], name="step_number_is_unique_in_its_line"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.line_id}/{self.number}"


class SkirmishNote(models.Model):
    """What somebody says of a game after a step of it."""

    skirmish = models.ForeignKey(Skirmish, on_delete=models.CASCADE, related_name="notes")
    step = models.PositiveIntegerField(_("step"))
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="skirmish_notes",
        verbose_name=_("author"),
    )
    text = models.TextField(_("note"), max_length=LONGEST_NOTE)
    hidden = HiddenColumn()
    written = models.DateTimeField(_("written"), auto_now_add=True)

    class Meta:
        verbose_name = _("note on a game")
        verbose_name_plural = _("notes on games")
        ordering: ClassVar[list[str]] = ["step", "pk"]

    def __str__(self) -> str:
        return self.text[:40]


class ChangeKind(StrEnum):
    """What changed at a table: an order was given, orders were taken back, the game was begun with
    other groups, somebody sat down or got up, offered or answered something, said a phrase, began
    a rematch, or ended the game without an order."""

    ORDER = "order"
    UNDONE = "undone"
    BEGUN = "begun"
    SEAT = "seat"
    OFFER = "offer"
    SAID = "said"
    REMATCH = "rematch"
    ENDED = "ended"


class SkirmishChange(models.Model):
    """One change at a table that is played at several screens; the list only ever grows.

    `step` is the number of the last step after it, `version` that of the game; `seat` is whose
    doing it was, "" for nobody's, and `what` the phrase or the offer.
    """

    skirmish = models.ForeignKey(Skirmish, on_delete=models.CASCADE, related_name="changes")
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=10)
    version = models.PositiveIntegerField(_("version"))
    step = models.PositiveIntegerField(_("step"))
    seat = models.CharField(_("seat"), max_length=80, blank=True)
    what = models.CharField(_("what"), max_length=20, blank=True)
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("change")
        verbose_name_plural = _("changes")
        ordering: ClassVar[list[str]] = ["number"]
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(
                fields=["skirmish", "number"], name="change_number_is_unique_in_its_skirmish"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.skirmish_id}/{self.number} {self.kind}"
