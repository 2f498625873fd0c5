"""A scenario's own event: something may catch fire (KG-042)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field
from rules.khans_and_generals.orders.base import Order, OrderKind, never, no
from rules.khans_and_generals.state.state import Place
from rules.khans_and_generals.steps import fire
from rules.khans_and_generals.steps.resolution import Resolution


class Ignite(Order, frozen=True, kw_only=True, omit_defaults=True):
    """Test a source of fire at a point."""

    at: Place
    source: fire.Source


def explain(field: Field, order: Ignite) -> Iterator[Violation]:
    """Why not."""
    if fire.ignition_sum(field, order.at, order.source) is None:
        yield no("NOTHING_TO_DO", "KG-042", "KG-043")


def carry_out(res: Resolution, order: Ignite) -> None:
    """Roll for it."""
    fire.ignite(res, order.at, order.source)


KIND = OrderKind(Ignite, "none", explain, carry_out, never)
