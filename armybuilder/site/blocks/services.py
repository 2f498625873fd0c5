"""Blocking somebody, and taking it back."""

from armybuilder.site.models import Block, Owner


def block(*, owner: Owner, other: Owner, name: str) -> None:
    """Have nothing more to do with somebody, who is listed by a name; once is enough, and with
    oneself it is nothing."""
    if other != owner:
        Block.objects.get_or_create(
            owner=owner.member,
            visitor=_visitor(owner),
            other=other.member,
            other_visitor=_visitor(other),
            defaults={"name": name},
        )


def unblock(*, owner: Owner, block_id: int) -> str:
    """Take a block back; whom it was about by name, empty where nobody was blocked."""
    row = Block.objects.for_owner(owner).filter(pk=block_id).first()
    if row is None:
        return ""
    row.delete()
    return row.name


def _visitor(owner: Owner) -> str:
    return "" if owner.member else owner.visitor
