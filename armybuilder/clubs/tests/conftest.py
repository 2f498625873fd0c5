"""People with collections, as trading needs them."""

from collection.owning.tests.conftest import anna, change, collection

__all__ = ["anna", "change", "collection"]
