"""Orders of any system as files hold them."""

from typing import Any

import msgspec


def write_order(order: object) -> dict[str, Any]:
    """An order as a JSON object, its kind among the fields."""
    written: dict[str, Any] = msgspec.to_builtins(order)
    return written
