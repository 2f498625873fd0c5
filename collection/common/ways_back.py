"""Where forms and addresses say that a person came from."""

from django.utils.http import url_has_allowed_host_and_scheme


def is_page_of_ours(address: str) -> bool:
    """Whether an address is a page of this site, told by its path from the root."""
    return address.startswith("/") and url_has_allowed_host_and_scheme(address, None)
